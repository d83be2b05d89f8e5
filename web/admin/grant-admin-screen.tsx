import { pageMeta } from '../ui/page-meta.ts';
import { AuthFrame } from './auth/auth-frame.tsx';
import { GrantForm, grantLead, grantTitle } from './auth/grant-form.tsx';

export const meta = () => pageMeta({ title: grantTitle, description: grantLead, hidden: true });

export default function GrantAdminScreen() {
  return (
    <AuthFrame>
      <GrantForm />
    </AuthFrame>
  );
}
