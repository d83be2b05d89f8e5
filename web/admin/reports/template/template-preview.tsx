import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { companiesQuery } from '../../api/companies.ts';
import { companyReportsQuery, type ReportId, reportMailQuery } from '../../api/reports.ts';
import { MailFrame } from '../detail/mail-frame.tsx';

/** The saved template with the figures of a company. */
export function TemplatePreview({ version }: { version: number }) {
  const companies = useQuery(companiesQuery);
  const [chosen, setChosen] = useState('');
  const companyId = chosen || companies.data?.[0]?.id;
  return (
    <section aria-labelledby="template-preview-title" className="min-w-0">
      <h2 id="template-preview-title" className="text-title">
        Preview
      </h2>
      <p className="mt-1 text-[0.9375rem] text-soft">The mail with the template as it is saved.</p>
      <div className="mt-4 grid grid-cols-1 gap-4">
        {companies.data && companies.data.length > 0 && (
          <SelectField
            label="Company"
            options={companies.data.map(({ id, name }) => ({ value: id, label: name }))}
            value={companyId}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        )}
        {companies.data?.length === 0 && (
          <p className="text-soft">The preview needs a company. Create one first.</p>
        )}
        {!companies.data && companies.error && (
          <LoadFailed title="Failed to load the companies" query={companies} />
        )}
        {companyId && <CompanyPreview key={`${companyId} ${version}`} companyId={companyId} />}
      </div>
    </section>
  );
}

/** The next report of the company; without one, its newest. */
function CompanyPreview({ companyId }: { companyId: string }) {
  const reports = useQuery(companyReportsQuery(companyId));
  if (reports.data) {
    const [next] = reports.data;
    if (next) return <ReportPreview report={next} />;
    return (
      <p className="text-[0.9375rem] text-soft">
        This company has no reports. Switch them on under Reports in{' '}
        <Link
          to={`/admin/companies/${companyId}#reports`}
          className="underline underline-offset-4 hover:text-live"
        >
          its settings
        </Link>
        , or choose another one.
      </p>
    );
  }
  if (reports.error) return <LoadFailed title="Failed to load the reports" query={reports} />;
  return <Spinner />;
}

function ReportPreview({ report }: { report: ReportId }) {
  const mail = useQuery(reportMailQuery(report, { content: 'now' }));
  if (mail.data) return <MailFrame mail={mail.data} />;
  if (mail.error) return <LoadFailed title="The preview could not be loaded" query={mail} />;
  return <Spinner />;
}
