import { pageMeta } from '../ui/page-meta.ts';
import { AuthFrame } from './auth/auth-frame.tsx';
import { ForgotPanel } from './auth/forgot-panel.tsx';

export const meta = () =>
  pageMeta({
    title: 'Forgot your password?',
    description: 'A link to choose a new password, by mail.',
    hidden: true,
  });

export default function AuthForgotPasswordScreen() {
  return (
    <AuthFrame>
      <ForgotPanel />
    </AuthFrame>
  );
}
