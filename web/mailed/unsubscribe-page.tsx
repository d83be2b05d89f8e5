import { useEffect, useRef, useState } from 'react';
import type { Subscription } from '../../contract/subscriptions.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { errorMessage } from '../ui/feedback/show-error.ts';
import { formatMoment } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { AgencyEmail, MailedFailed, MailedLoading } from './mailed-states.tsx';
import { useMailed } from './use-mailed.ts';

// Loaded after the page, which is static.
const loadApi = () => import('./mailed-links.ts');
const find = async (token: string) => (await loadApi()).findSubscription(token);

/** Ends a subscription, after one click: programs that check the links of mails open this page as well. */
export function UnsubscribePage() {
  const found = useMailed(find);
  switch (found.is) {
    case 'loading':
      return <MailedLoading title="Your subscription" what="Unsubscribing" />;
    case 'failed':
      return <MailedFailed title="The page could not be loaded" why={found.why} onRetry={found.retry} />;
    case 'missing':
      return (
        <Notice title="This link is not known">
          <p>
            You may have been removed from the list already, or a part of the link is missing. If mails still
            arrive, write to <AgencyEmail />.
          </p>
        </Notice>
      );
    case 'ready':
      return <Choice key={found.token} token={found.token} loaded={found.content} />;
  }
}

interface ChoiceProps {
  token: string;
  loaded: Subscription;
}

type Change = { isSubscribed: boolean } | { mutedDays: number };

const nameOf = ({ kind, company }: Subscription): string => {
  if (kind === 'report') return company === null ? 'Reports' : `Reports of ${company}`;
  return company === null ? 'Alerts of all companies' : `Alerts of ${company}`;
};

function Choice({ token, loaded }: ChoiceProps) {
  const [subscription, setSubscription] = useState(loaded);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const { kind, email, isSubscribed, mutedUntil } = subscription;
  const name = nameOf(subscription);
  const mails = kind === 'report' ? 'reports' : 'alerts';

  const before = useRef(subscription);
  useEffect(() => {
    // The pressed button is gone.
    if (before.current !== subscription) heading.current?.focus();
    before.current = subscription;
  }, [subscription]);

  async function change(part: Change): Promise<void> {
    setIsBusy(true);
    setProblem('');
    try {
      setSubscription(await (await loadApi()).changeSubscription({ token, ...part }));
    } catch (error) {
      setProblem(errorMessage(error));
    }
    setIsBusy(false);
  }

  return (
    <div className="page max-w-[38rem] py-8 lg:py-16">
      <Panel labelledBy="subscription" className="p-6 sm:p-9">
        <p className="mb-2 text-note break-words text-soft">{name}</p>
        <h1 id="subscription" ref={heading} tabIndex={-1} className="text-heading outline-none">
          {isSubscribed ? 'Unsubscribe?' : 'You are unsubscribed'}
        </h1>
        <p className="mt-3 text-lead break-words text-soft">
          {isSubscribed
            ? `${email} gets these ${mails} by mail.`
            : `${email} gets no more of these ${mails}. A mail that is already on its way may still arrive.`}
        </p>
        <div className="mt-6 grid gap-4">
          <div className="flex flex-wrap gap-3">
            <Button
              shape={isSubscribed ? 'primary' : 'secondary'}
              className="min-h-12"
              busy={isBusy}
              onClick={() => change({ isSubscribed: !isSubscribed })}
            >
              {isSubscribed ? 'Unsubscribe' : 'Subscribe again'}
            </Button>
          </div>
          {problem !== '' && (
            <p role="alert" className="rounded-control bg-warn-wash px-4 py-3 text-warn">
              {problem}
            </p>
          )}
        </div>
        {kind === 'alert' && isSubscribed && (
          <Pause mutedUntil={mutedUntil} isBusy={isBusy} onPause={(mutedDays) => change({ mutedDays })} />
        )}
      </Panel>
    </div>
  );
}

interface PauseProps {
  mutedUntil: string | null;
  isBusy: boolean;
  onPause: (days: number) => void;
}

/** A recipient of alerts usually wants silence for some days, and not forever. */
function Pause({ mutedUntil, isBusy, onPause }: PauseProps) {
  const [now] = useState(Date.now);
  const isPaused = mutedUntil !== null && Date.parse(mutedUntil) > now;
  return (
    <section aria-labelledby="pause-title" className="mt-8 border-t border-line pt-5">
      <h2 id="pause-title" className="text-title">
        {isPaused ? `Paused until ${formatMoment(Date.parse(mutedUntil) / 1000)}` : 'Or pause them'}
      </h2>
      <p className="mt-1 text-[0.9375rem] text-soft">
        {isPaused
          ? 'Alerts come again by themselves after that.'
          : 'After that, alerts come again by themselves.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {isPaused && (
          <Button shape="secondary" busy={isBusy} onClick={() => onPause(0)}>
            End the pause
          </Button>
        )}
        {!isPaused &&
          [1, 7, 30].map((days) => (
            <Button key={days} shape="secondary" busy={isBusy} onClick={() => onPause(days)}>
              {days === 1 ? '1 day' : `${days} days`}
            </Button>
          ))}
      </div>
    </section>
  );
}
