import { lazy, Suspense } from 'react';
import type { PortalCompany, TrackingScript } from '../../../contract/company/companies.ts';
import { hasWww } from '../../../contract/rules/domain.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { useTitle } from '../../ui/layout/use-title.ts';
import { Panel } from '../../ui/panel.tsx';
import { EventExample, ExcludeYourself, TrackingSwitches } from './more-tracking.tsx';
import { InstallationSteps, ServeFolder, WhatIsTracked } from './tracking-guide.tsx';
import { TrackingStatus } from './tracking-status.tsx';

/** Loaded after the code, which is why this page is opened first. */
const InstallationPanel = lazy(() =>
  import('./installation/installation-panel.tsx').then((file) => ({ default: file.InstallationPanel })),
);

const hostList = new Intl.ListFormat('en');
const copied = 'Tracking code copied to clipboard!';

export function TrackingView({ company, script }: { company: PortalCompany; script: TrackingScript }) {
  useTitle('Analytics Tracking Code');
  return (
    <>
      <Panel labelledBy="tracking-code" className="mt-8 p-5 sm:p-8 lg:p-10">
        <div className="flex flex-wrap items-end justify-between gap-5">
          <div className="min-w-0">
            <h1 id="tracking-code" className="text-heading">
              Analytics Tracking Code
            </h1>
            <p className="mt-2 text-lead break-words text-soft">{company.name}</p>
          </div>
          <CopyButton text={script.snippet} label="Copy Code" done={copied} />
        </div>

        <div className="mt-7 grid gap-4">
          <CodeBlock label="Tracking code" code={script.snippet} />
          {company.domain && (
            <p className="break-words text-soft">
              This code works for{' '}
              {hasWww(company.displayDomain) && (
                <>
                  both <strong className="font-medium text-ink">www.{company.displayDomain}</strong> and{' '}
                </>
              )}
              <strong className="font-medium text-ink">{company.displayDomain}</strong>
              {company.hostNames.length > 0 && `, and for ${hostList.format(company.hostNames)}`}.
            </p>
          )}
          <ServeFolder />
          <TrackingStatus companyId={company.id} lastEventAt={script.lastEventAt} />
        </div>

        <details className="group mt-6 border-t border-line pt-4">
          <summary className="min-h-11 rounded-control py-2 font-medium hover:text-live">
            A version that never changes
          </summary>
          <div className="mt-2 grid gap-4">
            <p className="max-w-[66ch] text-soft">
              The code above follows our updates. This one names an exact release and its hash: the browser
              refuses anything else, and updates come only when you paste a newer one.
            </p>
            <CodeBlock label="Frozen tracking code" code={script.frozenSnippet} />
            <div>
              <CopyButton
                text={script.frozenSnippet}
                label="Copy frozen code"
                done={copied}
                shape="secondary"
                size="small"
              />
            </div>
          </div>
        </details>
      </Panel>

      {/* It is about the whole site. */}
      {!company.access.isNarrowed && (
        <Suspense fallback={null}>
          <InstallationPanel company={company} />
        </Suspense>
      )}

      <div className="mt-14 grid gap-x-16 gap-y-12 lg:grid-cols-2">
        <InstallationSteps companyId={company.id} />
        <WhatIsTracked />
      </div>

      <div className="mt-14 grid gap-x-16 gap-y-12 lg:grid-cols-2">
        <div className="min-w-0">
          <EventExample />
        </div>
        <TrackingSwitches companyId={company.id} />
        {company.storesVisitorId && <ExcludeYourself domain={company.displayDomain} />}
      </div>
    </>
  );
}
