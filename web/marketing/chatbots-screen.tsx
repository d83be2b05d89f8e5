import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'AI Chatbots';
const lead = 'Conversations that answer, sell and hand over to people when it matters.';

export const meta = () => pageMeta({ title, description: lead });

export default function ChatbotsScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
