import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Privacy Policy';
const lead = 'What we record, why, and for how long.';

export const meta = () => pageMeta({ title, description: lead });

export default function PrivacyPolicyScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
