import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AdminPage } from '../layout/admin-page.tsx';
import { TeamView } from './team-view.tsx';

export const meta = () =>
  pageMeta({
    title: 'Team',
    description: 'Who works in the admin area, and with which rights.',
    hidden: true,
  });

export default function TeamScreen() {
  return (
    <AdminPage permission="team">
      <TeamView />
    </AdminPage>
  );
}
