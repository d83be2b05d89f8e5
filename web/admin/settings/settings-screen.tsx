import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AdminPage } from '../layout/admin-page.tsx';
import { SettingsView } from './settings-view.tsx';

export const meta = () =>
  pageMeta({
    title: 'Settings',
    description: 'Name, look, texts and prices of the agency.',
    hidden: true,
  });

export default function SettingsScreen() {
  return (
    <AdminPage permission="agency-settings">
      <SettingsView />
    </AdminPage>
  );
}
