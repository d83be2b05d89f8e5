import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AdminPage } from '../layout/admin-page.tsx';
import { CompaniesView } from './companies-view.tsx';

export const meta = () =>
  pageMeta({ title: 'Companies', description: 'Companies and their access keys.', hidden: true });

export default function CompaniesScreen() {
  return (
    <AdminPage>
      <CompaniesView />
    </AdminPage>
  );
}
