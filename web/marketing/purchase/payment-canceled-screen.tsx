import { useNavigate } from 'react-router';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';

const title = 'Payment Canceled';

export const meta = () => pageMeta({ title, description: 'Nothing was charged.', hidden: true });

export default function PaymentCanceledScreen() {
  const navigate = useNavigate();

  // A tab opened on this page has no history to go back to.
  const tryAgain = () => void (history.length > 1 ? navigate(-1) : navigate('/products'));

  return (
    <SiteLayout>
      <Notice
        mark="not paid"
        title={title}
        actions={
          <>
            <Button onClick={tryAgain}>Try Again</Button>
            <LinkButton to="/" shape="secondary">
              Return to Home
            </LinkButton>
          </>
        }
      >
        <p>Nothing was charged. You can try again at any time, or write to us if something did not work.</p>
      </Notice>
    </SiteLayout>
  );
}
