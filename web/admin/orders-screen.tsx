import { pageMeta } from '../ui/page-meta.ts';
import { AdminPage } from './frame/admin-page.tsx';
import { OrdersView } from './orders/orders-view.tsx';

export const meta = () =>
  pageMeta({ title: 'Orders', description: 'What was bought on the site.', hidden: true });

export default function OrdersScreen() {
  return (
    <AdminPage>
      <OrdersView />
    </AdminPage>
  );
}
