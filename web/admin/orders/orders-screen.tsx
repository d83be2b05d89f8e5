import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AdminPage } from '../layout/admin-page.tsx';
import { OrdersView } from './orders-view.tsx';

export const meta = () =>
  pageMeta({ title: 'Orders', description: 'What was bought on the site.', hidden: true });

export default function OrdersScreen() {
  return (
    <AdminPage permission="purchases">
      <OrdersView />
    </AdminPage>
  );
}
