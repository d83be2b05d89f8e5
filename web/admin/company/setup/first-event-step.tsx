import { Link } from 'react-router';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import type { CompanySetupAnswer } from '../../../../contract/company/company-setup.ts';
import type { RecentEvent } from '../../../../contract/company/recent-events.ts';
import { toSiteUrl } from '../../../../contract/rules/domain.ts';
import { toDisplayNames } from '../../../../contract/rules/locale/intl-formats.ts';
import { unknownValue } from '../../../../contract/stats/model/dimensions.ts';
import { TimeAgo } from '../../../signed-in/timestamp.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useNow } from '../../../ui/use-now.ts';

interface FirstEventStepProps {
  company: AdminCompany;
  setup: CompanySetupAnswer;
}

const link = 'underline underline-offset-4 hover:text-live';

/** Waits for the first event, and shows what was understood of it. */
export function FirstEventStep({ company, setup }: FirstEventStepProps) {
  const { lastEventAt, newestEvent } = setup;
  const now = useNow(5000);
  return (
    <>
      <div
        className={classNames(
          'flex items-center gap-4 rounded-control px-5 py-4',
          lastEventAt ? 'bg-live-wash' : 'bg-sunken',
        )}
      >
        <LiveDot isOn={lastEventAt !== null} />
        <p className="min-w-0">
          <span className={classNames('block font-medium', lastEventAt !== null && 'text-live')}>
            {lastEventAt ? 'Events are arriving' : 'Waiting for the first event…'}
          </span>
          <span className="text-[0.9375rem] text-soft tabular">
            {lastEventAt ? (
              <>
                The last one came <TimeAgo at={lastEventAt} now={now} />.
              </>
            ) : (
              'It appears here within a second.'
            )}
          </span>
        </p>
      </div>
      {newestEvent && <UnderstoodEvent event={newestEvent} />}
      {!lastEventAt && (
        <p className="max-w-[66ch] text-soft">
          Open{' '}
          <a
            href={toSiteUrl(company.domain, location.protocol)}
            target="_blank"
            rel="noreferrer"
            className={link}
          >
            {company.displayDomain}
          </a>{' '}
          in another tab, and look at one or two pages. Nothing arrives? A content blocker may hold the script
          back, or the site has not been published yet.{' '}
          <Link to={`/tracking-script/${company.id}/received`} className={link}>
            What was received
          </Link>{' '}
          names what arrived and was not counted.
        </p>
      )}
    </>
  );
}

function LiveDot({ isOn }: { isOn: boolean }) {
  const colour = isOn ? 'bg-live-dot' : 'bg-strong';
  return (
    <span className="relative size-2.5 shrink-0" aria-hidden="true">
      <span className={classNames('breathing absolute inset-0 rounded-full', colour)} />
      <span className={classNames('absolute inset-0 rounded-full', colour)} />
    </span>
  );
}

const kinds: Record<RecentEvent['kind'], string> = {
  'page-view': 'Page view',
  event: 'Event',
  order: 'Order',
};

/** The facts of the newest event, and which are missing. */
function UnderstoodEvent({ event }: { event: RecentEvent }) {
  const isCountryKnown = event.country !== null && event.country !== unknownValue;
  const facts: [label: string, value: string][] = [
    ['Newest', event.name === null ? kinds[event.kind] : `${kinds[event.kind]} “${event.name}”`],
    ['Page', event.path],
    ['Source', event.source ?? 'not known'],
    ['Device', event.device],
    ['Country', isCountryKnown ? nameCountry(event.country ?? '') : 'not known'],
  ];
  return (
    <div>
      <dl aria-label="The newest event" className="grid max-w-[40rem] sm:grid-cols-2 sm:gap-x-10">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 border-t border-line py-2.5">
            <dt className="text-soft">{label}</dt>
            <dd className="min-w-0 text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {!isCountryKnown && (
        <p className="mt-3 max-w-[66ch] text-[0.9375rem] text-soft">
          The country is missing: the visitor is in a private network, or this server has no list of places.
        </p>
      )}
    </div>
  );
}

function nameCountry(code: string): string {
  try {
    return toDisplayNames(['en'], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
