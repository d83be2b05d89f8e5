import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AuthFrame } from '../components/auth-layout.tsx';
import { ConfirmPanel } from './confirm-panel.tsx';

export const meta = () =>
  pageMeta({ title: 'Confirm your email', description: 'The last step of signing up.', hidden: true });

export default function AuthConfirmScreen() {
  return (
    <AuthFrame>
      <ConfirmPanel />
    </AuthFrame>
  );
}
