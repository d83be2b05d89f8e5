import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Grant Admin Access';
const lead = 'Enter your email and the admin access key to receive admin privileges';

export const meta = () => pageMeta({ title, description: lead, hidden: true });

export default function GrantAdminScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
