import { DataProvider } from '../../api/data-provider.tsx';
import { RequireSignIn } from '../../signed-in/require-sign-in.tsx';
import { SignedInLayout } from '../../signed-in/signed-in-layout.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AccountView } from './account-view.tsx';

export const meta = () =>
  pageMeta({
    title: 'Your account',
    description: 'Two-factor authentication, password, and where you are signed in.',
    hidden: true,
  });

export default function AccountScreen() {
  return (
    <DataProvider>
      <SignedInLayout>
        <RequireSignIn>{(me) => <AccountView me={me} />}</RequireSignIn>
      </SignedInLayout>
    </DataProvider>
  );
}
