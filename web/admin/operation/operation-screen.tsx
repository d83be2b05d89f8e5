import { lazy, Suspense } from 'react';
import { useMatch } from 'react-router';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AdminPage } from '../layout/admin-page.tsx';

const HealthView = lazy(() => import('./health-view.tsx').then((file) => ({ default: file.HealthView })));
const JobsView = lazy(() => import('./jobs-view.tsx').then((file) => ({ default: file.JobsView })));

export const meta = () =>
  pageMeta({ title: 'Health', description: 'The health of the server, backups and jobs.', hidden: true });

/** Health and jobs. One file, because every page of the site lists the files of all routes. */
export default function OperationScreen() {
  const isJobs = useMatch('/admin/jobs') !== null;
  return (
    <AdminPage permission="operation">
      <Suspense fallback={<Spinner />}>{isJobs ? <JobsView /> : <HealthView />}</Suspense>
    </AdminPage>
  );
}
