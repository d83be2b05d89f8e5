import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Smart Web Design';
const lead = 'Web sites that load at once, read well and sell.';

export const meta = () => pageMeta({ title, description: lead });

export default function DesignScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
