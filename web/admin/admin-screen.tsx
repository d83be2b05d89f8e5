import { pageMeta } from '../ui/page-meta.ts';
import { CompaniesView } from './companies/companies-view.tsx';
import { AdminPage } from './frame/admin-page.tsx';

export const meta = () =>
  pageMeta({ title: 'Companies', description: 'Companies and their access keys.', hidden: true });

export default function AdminScreen() {
  return (
    <AdminPage>
      <CompaniesView />
    </AdminPage>
  );
}
