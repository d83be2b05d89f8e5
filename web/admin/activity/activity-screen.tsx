import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AdminPage } from '../layout/admin-page.tsx';
import { ActivityView } from './activity-view.tsx';

export const meta = () =>
  pageMeta({ title: 'Activity', description: 'Who did what in the admin area.', hidden: true });

export default function ActivityScreen() {
  return (
    <AdminPage permission="audit-log">
      <ActivityView />
    </AdminPage>
  );
}
