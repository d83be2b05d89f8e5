import { pageMeta } from '../ui/page-meta.ts';
import { AuthFrame } from './auth/auth-frame.tsx';
import { AuthPanel } from './auth/auth-panel.tsx';

export const meta = () =>
  pageMeta({
    title: 'Admin sign-in',
    description: 'For the people who look after client portals.',
    hidden: true,
  });

export default function AuthScreen() {
  return (
    <AuthFrame>
      <AuthPanel />
    </AuthFrame>
  );
}
