import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Analytics Tracking Code';
const lead = 'Live figures for our clients.';

export const meta = () => pageMeta({ title, description: lead, hidden: true });

export default function TrackingScriptScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
