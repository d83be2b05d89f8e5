import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AuthFrame } from '../components/auth-layout.tsx';
import { AuthPanel } from './auth-panel.tsx';

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
