import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Job } from '../../../contract/operation/jobs.ts';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { useTitle } from '../../ui/layout/use-title.ts';
import { jobsQuery } from '../api/operation.ts';
import { JobsTable } from './jobs-table.tsx';
import { OperationLinks } from './operation-links.tsx';

function summarize(jobs: Job[]): string {
  const failing = jobs.filter(({ failed }) => failed > 0).length;
  const running = jobs.reduce((sum, job) => sum + job.running, 0);
  const state = failing === 0 ? 'none has failed' : failing === 1 ? '1 has failed' : `${failing} have failed`;
  return `${jobs.length} jobs, ${state}${running > 0 ? `, ${running} running now` : ''}`;
}

/** The work of the server in the background, for owners. */
export function JobsView() {
  useTitle('Jobs');
  const query = useQuery(jobsQuery);
  const jobs = query.data?.jobs;
  return (
    <>
      <PageTitle title="Jobs" note={jobs && summarize(jobs)}>
        <OperationLinks />
      </PageTitle>
      <div className="mt-6 grid grid-cols-1 gap-6">
        {jobs && <JobsTable jobs={jobs} />}
        {jobs && (
          <p className="text-[0.9375rem] text-soft">
            Mails that could not be delivered are in the{' '}
            <Link to="/admin/inbox" className="underline underline-offset-4 hover:text-live">
              inbox
            </Link>
            . Failed runs are listed for twelve hours.
          </p>
        )}
        {!jobs && query.error && <LoadFailed title="Failed to load the jobs" query={query} />}
        {!jobs && !query.error && <Spinner />}
      </div>
    </>
  );
}
