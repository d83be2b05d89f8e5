import { pageMeta } from '../ui/page-meta.ts';
import { ActivityView } from './activity/activity-view.tsx';
import { AdminPage } from './frame/admin-page.tsx';

export const meta = () =>
  pageMeta({ title: 'Activity', description: 'Who did what in the admin area.', hidden: true });

export default function ActivityScreen() {
  return (
    <AdminPage>
      <ActivityView />
    </AdminPage>
  );
}
