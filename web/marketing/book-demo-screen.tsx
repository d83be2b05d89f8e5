import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Book a Demo';
const lead = 'Thirty minutes with the people who would build your system.';

export const meta = () => pageMeta({ title, description: lead });

export default function BookDemoScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
