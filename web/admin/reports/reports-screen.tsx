import { lazy, Suspense } from 'react';
import { useMatch } from 'react-router';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AdminPage } from '../layout/admin-page.tsx';

const ReportsView = lazy(() => import('./reports-view.tsx').then((file) => ({ default: file.ReportsView })));
const TemplateView = lazy(() =>
  import('./template/template-view.tsx').then((file) => ({ default: file.TemplateView })),
);

export const meta = () =>
  pageMeta({ title: 'Reports', description: 'Weekly and monthly reports of all companies.', hidden: true });

/** The reports and their template. One file, because every page of the site lists the files of all routes. */
export default function ReportsScreen() {
  const isTemplate = useMatch('/admin/reports/template') !== null;
  return (
    <AdminPage permission={isTemplate ? 'report-template' : 'reports'}>
      <Suspense fallback={<Spinner />}>{isTemplate ? <TemplateView /> : <ReportsView />}</Suspense>
    </AdminPage>
  );
}
