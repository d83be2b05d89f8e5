import { DataProvider } from '../api/data-provider.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { AccountView } from './account/account-view.tsx';
import { AdminFrame } from './frame/admin-frame.tsx';
import { SignedInGate } from './signed-in-gate.tsx';

export const meta = () =>
  pageMeta({
    title: 'Your account',
    description: 'Second factor, password, and where you are signed in.',
    hidden: true,
  });

export default function AccountScreen() {
  return (
    <DataProvider>
      <AdminFrame>
        <SignedInGate>{(me) => <AccountView me={me} />}</SignedInGate>
      </AdminFrame>
    </DataProvider>
  );
}
