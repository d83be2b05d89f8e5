import { pageMeta } from '../ui/page-meta.ts';
import { AuthFrame } from './auth/auth-frame.tsx';
import { ResetPanel } from './auth/reset-panel.tsx';

export const meta = () =>
  pageMeta({ title: 'Choose a new password', description: 'A new password for your account.', hidden: true });

export default function AuthResetPasswordScreen() {
  return (
    <AuthFrame>
      <ResetPanel />
    </AuthFrame>
  );
}
