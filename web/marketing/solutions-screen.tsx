import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Solutions';
const lead = 'Chatbots, forecasts, automation and design: what we run for our clients.';

export const meta = () => pageMeta({ title, description: lead });

export default function SolutionsScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
