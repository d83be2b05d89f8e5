import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { usePurchaseStatus } from './use-purchase-status.ts';

const title = 'Payment Successful!';

export const meta = () =>
  pageMeta({ title, description: 'Thank you. A receipt is on its way to your inbox.', hidden: true });

export default function PaymentSuccessScreen() {
  const { mark, isPaid, text } = usePurchaseStatus();
  return (
    <SiteLayout>
      <Notice
        mark={mark}
        title={isPaid ? title : 'Payment Not Completed'}
        actions={
          <>
            <LinkButton to="/dashboard">Go to Dashboard</LinkButton>
            <LinkButton to="/" shape="secondary">
              Return to Home
            </LinkButton>
          </>
        }
      >
        <p role="status">{text}</p>
        <p className="mt-3 text-[0.9375rem]">
          The dashboard is a demonstration: a workspace with sample projects, not your order.
        </p>
      </Notice>
    </SiteLayout>
  );
}
