import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Admin sign-in';
const lead = 'For the people who run client portals.';

export const meta = () => pageMeta({ title, description: lead, hidden: true });

export default function AuthScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
