import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AdminPage } from '../layout/admin-page.tsx';
import { OpeningsView } from './openings-view.tsx';

export const meta = () =>
  pageMeta({ title: 'Openings', description: 'Who opened which portal when.', hidden: true });

export default function OpeningsScreen() {
  return (
    <AdminPage permission="openings">
      <OpeningsView />
    </AdminPage>
  );
}
