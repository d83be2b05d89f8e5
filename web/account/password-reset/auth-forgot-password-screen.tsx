import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AuthFrame } from '../components/auth-layout.tsx';
import { ForgotPanel } from './forgot-panel.tsx';

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
