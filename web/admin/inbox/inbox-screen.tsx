import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AdminPage } from '../layout/admin-page.tsx';
import { InboxView } from './inbox-view.tsx';

export const meta = () =>
  pageMeta({ title: 'Inbox', description: 'Messages and demo requests from the site.', hidden: true });

export default function InboxScreen() {
  return (
    <AdminPage permission="inbox">
      <InboxView />
    </AdminPage>
  );
}
