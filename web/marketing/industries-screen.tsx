import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Industries';
const lead = 'Where our systems are at work.';

export const meta = () => pageMeta({ title, description: lead });

export default function IndustriesScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
