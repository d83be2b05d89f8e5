import { DataProvider } from '../../api/data-provider.tsx';
import { SignedInGate } from '../../signed-in/signed-in-gate.tsx';
import { AdminFrame } from '../../signed-in/signed-in-layout.tsx';
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
      <AdminFrame>
        <SignedInGate>{(me) => <AccountView me={me} />}</SignedInGate>
      </AdminFrame>
    </DataProvider>
  );
}
