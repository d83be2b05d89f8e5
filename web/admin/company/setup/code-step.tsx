import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx';
import { findGuide, type InstallGuide, listInstallGuides } from '../../../ui/snippets/install-guides.ts';
import { SnippetCode } from '../../../ui/snippets/snippet-view.tsx';
import { siteCheckQuery, trackingCodeQuery, useCheckSite } from '../../api/company-setup.ts';

/** The tracking code for the system that the site is made with. */
export function CodeStep({ company }: { company: AdminCompany }) {
  const code = useQuery(trackingCodeQuery(company.id));
  if (code.data)
    return (
      <InstallGuides
        company={company}
        guides={listInstallGuides({ trackingCode: code.data.snippet, currency: company.currency })}
      />
    );
  if (code.error) return <LoadFailed title="Failed to load the tracking code" query={code} />;
  return <Spinner />;
}

function InstallGuides({ company, guides }: { company: AdminCompany; guides: readonly InstallGuide[] }) {
  const { data: last } = useQuery(siteCheckQuery(company.id));
  const [chosen, setChosen] = useState<string>();
  const recognized = last?.check ? findGuide(guides, last.check.system) : undefined;
  const guide = guides.find(({ value }) => value === chosen) ?? recognized ?? guides[0];
  if (!guide) return null;
  return (
    <>
      <div className="grid gap-3">
        <p className="font-medium" aria-hidden="true">
          The site is made with
        </p>
        <ChoiceChips
          legend="The site is made with"
          name="system"
          options={guides}
          value={guide.value}
          onChange={setChosen}
        />
        {last && <CheckSite company={company} recognized={recognized?.label} />}
      </div>
      <ol className="grid max-w-[66ch] list-decimal gap-1.5 pl-5">
        {guide.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <SnippetCode part={guide.part} of={guide.label} />
      {guide.note && <p className="max-w-[66ch] text-soft">{guide.note}</p>}
    </>
  );
}

interface CheckSiteProps {
  company: AdminCompany;
  /** The system that the last check found; undefined before the first. */
  recognized: string | undefined;
}

function CheckSite({ company, recognized }: CheckSiteProps) {
  const check = useCheckSite(company.id);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        shape="secondary"
        size="small"
        className="min-h-11"
        busy={check.isPending}
        onClick={() => check.mutate(undefined, { onError: (error) => showError(error) })}
      >
        {check.isPending ? 'Checking...' : 'Check my site'}
      </Button>
      <p role="status" className="text-[0.9375rem] text-soft">
        {recognized === undefined
          ? `Opens ${company.displayDomain} and finds out.`
          : `Recognized on ${company.displayDomain}: ${recognized}`}
      </p>
    </div>
  );
}
