import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { PageTitle } from '../../../signed-in/page-title.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { useTitle } from '../../../ui/layout/use-title.ts';
import { reportTemplateQuery } from '../../api/reports.ts';
import { TemplateForm } from './template-form.tsx';
import { TemplatePreview } from './template-preview.tsx';

/** The template of all reports of the agency, for owners. */
export function TemplateView() {
  useTitle('Template of reports');
  const query = useQuery(reportTemplateQuery);
  return (
    <>
      <Link
        to="/admin/reports"
        className="-ml-1 inline-flex min-h-11 items-center gap-1.5 px-1 text-[0.9375rem] text-soft hover:text-live"
      >
        <ArrowLeft className="size-4" strokeWidth={1.5} aria-hidden="true" />
        All reports
      </Link>
      <PageTitle
        title="Template of reports"
        note="One for all companies, weekly and monthly. Reports that were sent stay as they are."
      />
      <div className="mt-6">
        {query.data && (
          <div className="grid grid-cols-1 gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,38rem)]">
            <div className="min-w-0 max-w-[46rem]">
              <TemplateForm stored={query.data} />
            </div>
            <TemplatePreview version={query.data.version} />
          </div>
        )}
        {!query.data && query.error && <LoadFailed title="Failed to load the template" query={query} />}
        {!query.data && !query.error && <Spinner />}
      </div>
    </>
  );
}
