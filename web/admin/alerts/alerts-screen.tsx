import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AdminPage } from '../layout/admin-page.tsx';
import { AlertsView } from './alerts-view.tsx';

export const meta = () =>
  pageMeta({ title: 'Alerts', description: 'What was unusual on which site.', hidden: true });

export default function AlertsScreen() {
  return (
    <AdminPage permission="alerts">
      <AlertsView />
    </AdminPage>
  );
}
