import { LinkButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { SiteFrame } from '../ui/site-frame.tsx';

const title = 'Payment Successful!';

export const meta = () =>
  pageMeta({ title, description: 'Thank you. A receipt is on its way to your inbox.', hidden: true });

export default function PaymentSuccessScreen() {
  return (
    <SiteFrame>
      <Notice
        mark="paid"
        title={title}
        actions={
          <>
            <LinkButton to="/dashboard">Go to Dashboard</LinkButton>
            <LinkButton to="/" shape="secondary">
              Return to Home
            </LinkButton>
          </>
        }
      >
        <p>
          Thank you. A receipt is on its way to your inbox, and we write to the same address within 24 hours
          to begin the work.
        </p>
      </Notice>
    </SiteFrame>
  );
}
