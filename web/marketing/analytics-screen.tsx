import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Predictive Analytics';
const lead = 'Forecasts with their uncertainty drawn in, from the data you already have.';

export const meta = () => pageMeta({ title, description: lead });

export default function AnalyticsScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
