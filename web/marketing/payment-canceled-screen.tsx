import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Payment Canceled';
const lead = 'Nothing was charged.';

export const meta = () => pageMeta({ title, description: lead, hidden: true });

export default function PaymentCanceledScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
