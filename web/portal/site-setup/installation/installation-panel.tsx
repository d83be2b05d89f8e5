import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Arrivals } from '../../../../contract/company/arrivals.ts';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { hasFailed, LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { formatAgo } from '../../../ui/format.ts';
import { useNow } from '../../../ui/use-now.ts';
import { arrivalsQuery } from '../../api/installation.ts';
import { recentEventsQuery } from '../../api/recent-events.ts';
import { RejectionList } from '../received/rejected-events.tsx';
import { toRepairableFirst } from '../received/rejection-labels.ts';
import { SetupPanel } from '../setup-panel.tsx';
import { describeEvent } from './describe-event.ts';
import { SiteCheckSection } from './site-check.tsx';

const shownMax = 3;

/** Whether the code works, and what to do where it does not: for members, and as far as it is about them, for viewers. */
export function InstallationPanel({ company }: { company: PortalCompany }) {
  const answer = useQuery(arrivalsQuery(company.id));
  const { data } = answer;
  return (
    <SetupPanel
      id="installation-check"
      title="Is it working?"
      lead="What arrived last from the site, what was rejected, and how to repair it."
    >
      {data && <LastArrival arrivals={data} company={company} />}
      {data && <Rejections arrivals={data} company={company} />}
      {!data && hasFailed(answer) && (
        <div className="mt-5">
          <LoadFailed title="Failed to load what arrived" query={answer} />
        </div>
      )}
      {company.viewedAs === 'admin' && <SiteCheckSection company={company} />}
    </SetupPanel>
  );
}

function LastArrival({ arrivals, company }: { arrivals: Arrivals; company: PortalCompany }) {
  const { last, scriptVersion, newestVersion, hasOrders } = arrivals;
  const now = useNow(1000);
  const { data: recent } = useQuery(recentEventsQuery(company.id));
  if (!last) return <p className="mt-5 font-medium">Waiting for the first event…</p>;
  const page = last.path === null ? null : `${last.host ?? ''}${last.path}`;
  const [newest] = recent?.events ?? [];
  return (
    <dl className="mt-5 grid gap-x-8 gap-y-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <Row label="Last event">
        <span className="tabular">{formatAgo(now - Date.parse(last.at))}</span>
        {page && (
          <>
            {' from '}
            <bdi className="font-medium">{page}</bdi>
          </>
        )}
      </Row>
      {newest && <Row label="Understood as">{describeEvent(newest, company.currency)}</Row>}
      <Row label="Script">
        {scriptVersion === null
          ? 'A version that does not send its number'
          : `${scriptVersion}${scriptVersion === newestVersion ? ', the newest' : `; the newest is ${newestVersion}`}`}
      </Row>
      {!hasOrders && (
        <Row label="Missing">
          No orders in the last 30 days.{' '}
          <Link to={`/tracking-script/${company.id}/shop`} className="text-live underline underline-offset-4">
            Report orders
          </Link>
        </Row>
      )}
    </dl>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 wrap-anywhere max-sm:mb-2">{children}</dd>
    </>
  );
}

function Rejections({ arrivals: { refusals }, company }: { arrivals: Arrivals; company: PortalCompany }) {
  if (refusals.length === 0) return null;
  return (
    <section aria-label="Rejected events" className="mt-6">
      <h3 className="font-medium text-warn">Some events arrived and were not counted</h3>
      <RejectionList rejections={toRepairableFirst(refusals).slice(0, shownMax)} company={company} />
      <p className="mt-4">
        <Link
          to={`/tracking-script/${company.id}/received`}
          className="underline underline-offset-4 hover:text-live"
        >
          See which and why
        </Link>
      </p>
    </section>
  );
}
