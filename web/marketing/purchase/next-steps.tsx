import { Link } from 'react-router';
import { Panel } from '../../ui/panel.tsx';
import { ContactLine } from './contact-line.tsx';
import type { FollowUp } from './purchase-status.ts';

interface Step {
  title: string;
  text: string;
  link?: { to: string; label: string };
}

const receipt: Step = {
  title: 'Your receipt',
  text: 'By mail, to the address that you entered at the checkout.',
};

const begin: readonly Step[] = [
  {
    title: 'We write to you',
    text: 'Within 24 hours, to the same address, with what we need from you to begin.',
  },
  {
    title: 'Your kick-off',
    text: 'A first call about your goals and your site. You can choose a time now.',
    link: { to: '/book-demo', label: 'Book a kick-off' },
  },
  {
    title: 'We build, you watch',
    text: 'When your live analytics portal is ready, we mail you the key that opens it.',
  },
];

const again: Step = {
  title: 'Buy again',
  text: 'Choose the product and a way to pay again. The earlier order is closed.',
  link: { to: '/products', label: 'See the products' },
};

const followUps: Record<FollowUp, { title: string; steps: readonly Step[] }> = {
  done: { title: 'What happens next', steps: [receipt, ...begin] },
  waiting: {
    title: 'What happens next',
    steps: [
      {
        title: 'Your bank confirms the payment',
        text: 'Seconds for a card, up to some days for a debit. This page shows it while it is open.',
      },
      receipt,
      ...begin,
    ],
  },
  refunded: {
    title: 'What happens next',
    steps: [
      {
        title: 'Your bank books the refund',
        text: 'It can take up to ten days until it is on your statement, on the way you paid.',
      },
    ],
  },
  unpaid: { title: 'What you can do', steps: [again] },
};

/** Leads the customer on from the state of a purchase. */
export function NextSteps({ followUp }: { followUp: FollowUp }) {
  const { title, steps } = followUps[followUp];
  return (
    <Panel labelledBy="next-steps" className="self-start p-6 sm:p-8">
      <h2 id="next-steps" className="text-title">
        {title}
      </h2>
      <ol className="mt-5 grid gap-5">
        {steps.map((step, index) => (
          <li key={step.title} className="grid grid-cols-[2rem_1fr] gap-x-3">
            <span
              aria-hidden="true"
              className="grid size-8 place-items-center rounded-full border border-live-dot font-mono text-note tabular"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="pt-0.5 font-medium">{step.title}</h3>
              <p className="mt-1 text-[0.9375rem] text-soft">{step.text}</p>
              {step.link && (
                <Link
                  to={step.link.to}
                  className="inline-flex min-h-11 items-center font-medium text-live underline underline-offset-4"
                >
                  {step.link.label}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ol>
      <ContactLine
        lead="A question, or something is wrong?"
        className="mt-6 border-t border-line pt-5 text-[0.9375rem] text-soft"
      />
    </Panel>
  );
}
