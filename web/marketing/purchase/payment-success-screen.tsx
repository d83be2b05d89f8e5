import { LinkButton } from '../../ui/button.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { NextSteps } from './next-steps.tsx';
import { successTitle } from './purchase-status.ts';
import { TestNote } from './test-note.tsx';
import { usePurchaseStatus } from './use-purchase-status.ts';

export const meta = () =>
  pageMeta({
    title: successTitle,
    description: 'Thank you. A receipt is on its way to your inbox.',
    hidden: true,
  });

export default function PaymentSuccessScreen() {
  const { mark, title, followUp, isTest, text } = usePurchaseStatus();
  return (
    <SiteLayout>
      <div className="page arriving grid content-center gap-x-16 gap-y-10 py-12 lg:min-h-[62dvh] lg:grid-cols-[1fr_26rem] lg:py-20">
        <div className="max-w-[38rem] self-start border-l-2 border-live-dot pl-6 sm:pl-10">
          <p className="mb-3 font-mono text-note text-soft">{mark}</p>
          <h1 className="text-heading">{title}</h1>
          <TestNote isShown={isTest} />
          <p role="status" className="mt-4 text-lead text-soft">
            {text}
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton to="/dashboard">Go to Dashboard</LinkButton>
            <LinkButton to="/" shape="secondary">
              Return to Home
            </LinkButton>
          </div>
          <p className="mt-4 text-[0.9375rem] text-soft">
            The dashboard is a demonstration: a workspace with sample projects, not your order.
          </p>
        </div>
        <NextSteps followUp={followUp} />
      </div>
    </SiteLayout>
  );
}
