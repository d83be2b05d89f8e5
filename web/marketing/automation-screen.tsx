import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Automation Systems';
const lead = 'Workflows that run while your team does the work only people can do.';

export const meta = () => pageMeta({ title, description: lead });

export default function AutomationScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
