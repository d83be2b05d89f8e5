import { useNavigate } from 'react-router';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { ContactLine } from './contact-line.tsx';
import { TestNote } from './test-note.tsx';

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
        <TestNote />
        <p className="mt-4">
          Nothing was charged. Try Again takes you one step back, to your order. You can do so at any time.
        </p>
        <ContactLine
          lead="Did something not work, or is a question open?"
          className="mt-3 text-[0.9375rem]"
        />
      </Notice>
    </SiteLayout>
  );
}
