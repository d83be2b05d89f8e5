import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AuthFrame } from '../components/auth-layout.tsx';
import { ResetPanel } from './reset-panel.tsx';

export const meta = () =>
  pageMeta({ title: 'Choose a new password', description: 'A new password for your account.', hidden: true });

export default function AuthResetPasswordScreen() {
  return (
    <AuthFrame>
      <ResetPanel />
    </AuthFrame>
  );
}
