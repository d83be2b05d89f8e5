import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Terms of Service';
const lead = 'What we promise each other when we work together.';

export const meta = () => pageMeta({ title, description: lead });

export default function TermsOfServiceScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
