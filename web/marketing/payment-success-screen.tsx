import { PageIntro } from '../ui/page-intro.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Payment Successful!';
const lead = 'Thank you. A receipt is on its way to your inbox.';

export const meta = () => pageMeta({ title, description: lead, hidden: true });

export default function PaymentSuccessScreen() {
  return (
    <SiteFrame>
      <PageIntro title={title} lead={lead} />
    </SiteFrame>
  );
}
