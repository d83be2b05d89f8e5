import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AuthFrame } from '../components/auth-layout.tsx';
import { JoinPanel } from './join-panel.tsx';

export const meta = () =>
  pageMeta({ title: 'Join the team', description: 'Accept an invitation to the team.', hidden: true });

export default function AuthJoinScreen() {
  return (
    <AuthFrame>
      <JoinPanel />
    </AuthFrame>
  );
}
