import { pageMeta } from '../ui/layout/page-meta.ts';
import { SiteLayout } from '../ui/layout/site-layout.tsx';
import { ReportPage } from './report-page.tsx';

export const meta = () =>
  pageMeta({ title: 'Report', description: 'A report that was mailed to you.', hidden: true });

export default function ReportScreen() {
  return (
    <SiteLayout>
      <ReportPage />
    </SiteLayout>
  );
}
