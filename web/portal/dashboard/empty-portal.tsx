import type { PortalCompany } from '../../../contract/company/companies.ts';
import { Panel } from '../../ui/panel.tsx';
import { LinkButton } from '../routing/link.tsx';
import { DemoDataButton } from './demo-data.tsx';

const steps = [
  'Copy the tracking code and paste it into the head of the site.',
  'Open any page of the site.',
  'Its first visit appears here within a second, without a reload.',
];

/** Shown before the first event: explains how to install the tracking code, and offers demo data until then. */
export function EmptyPortal({ company }: { company: PortalCompany }) {
  return (
    <Panel
      labelledBy="empty-portal"
      className="grid gap-x-16 gap-y-8 p-6 sm:p-10 lg:grid-cols-[1fr_1.1fr] lg:p-14"
    >
      <div>
        <h2 id="empty-portal" className="text-heading">
          Waiting for the first visit
        </h2>
        <p className="mt-4 max-w-[46ch] text-lead break-words text-soft">
          Nothing has reached us from {company.displayDomain || 'the site'} yet. The charts begin with its
          first event.
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-3 *:grow sm:*:grow-0">
          <LinkButton to={`/tracking-script/${company.id}`}>Get the tracking code</LinkButton>
          <DemoDataButton company={company} hasRealEvents={false} />
        </div>
      </div>
      <ol className="grid content-center">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-5 border-t border-line py-4 last:border-b">
            <span className="font-mono text-live" aria-hidden="true">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
