import { pageMeta } from '../ui/page-meta.ts';
import { AuthFrame } from './auth/auth-frame.tsx';
import { ConfirmPanel } from './auth/confirm-panel.tsx';

export const meta = () =>
  pageMeta({ title: 'Confirm your email', description: 'The last step of signing up.', hidden: true });

export default function AuthConfirmScreen() {
  return (
    <AuthFrame>
      <ConfirmPanel />
    </AuthFrame>
  );
}
