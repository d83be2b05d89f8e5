import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AuthFrame } from '../components/auth-layout.tsx';
import { GrantForm, grantLead, grantTitle } from './grant-form.tsx';

export const meta = () => pageMeta({ title: grantTitle, description: grantLead, hidden: true });

export default function GrantAdminScreen() {
  return (
    <AuthFrame>
      <GrantForm />
    </AuthFrame>
  );
}
