import { pageMeta } from '../../../ui/layout/page-meta.ts';
import { AuthFrame } from '../../components/auth-layout.tsx';
import { ConfirmAddressPanel } from './confirm-address-panel.tsx';

export const meta = () =>
  pageMeta({
    title: 'Confirm your new address',
    description: 'The last step of changing the address of your account.',
    hidden: true,
  });

export default function ConfirmAddressScreen() {
  return (
    <AuthFrame>
      <ConfirmAddressPanel />
    </AuthFrame>
  );
}
