import { pageMeta } from '../ui/page-meta.ts';
import { AdminPage } from './frame/admin-page.tsx';
import { InboxView } from './inbox/inbox-view.tsx';

export const meta = () =>
  pageMeta({ title: 'Inbox', description: 'Messages and demo requests from the site.', hidden: true });

export default function InboxScreen() {
  return (
    <AdminPage>
      <InboxView />
    </AdminPage>
  );
}
