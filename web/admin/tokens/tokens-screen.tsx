import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AdminPage } from '../layout/admin-page.tsx';
import { TokensView } from './tokens-view.tsx';

export const meta = () =>
  pageMeta({
    title: 'Tokens',
    description: 'Tokens for programs that ask about several companies.',
    hidden: true,
  });

export default function TokensScreen() {
  return (
    <AdminPage permission="shared-tokens">
      <TokensView />
    </AdminPage>
  );
}
