import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Company Portal Access';
const lead = 'Live figures for our clients.';

export const meta = () => pageMeta({ title, description: lead, hidden: true });

export default function CompanyAccessScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
