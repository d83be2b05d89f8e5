import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Cookie Policy';
const lead = 'The few cookies this site sets and what each is for.';

export const meta = () => pageMeta({ title, description: lead });

export default function CookiePolicyScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
