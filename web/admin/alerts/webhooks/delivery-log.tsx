import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { Webhook, WebhookMessage } from '../../../../contract/alerts/webhooks.ts';
import { Timestamp } from '../../../signed-in/timestamp.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import type { AlertOwner } from '../../api/alerts.ts';
import { useReplayMessage, webhookMessagesQuery } from '../../api/webhooks.ts';
import { ListSkeleton } from '../list-skeleton.tsx';
import { formatMs, indentBody, labelType, readSentence, stateLabels, toName } from './webhook-words.ts';

interface DeliveryLogProps {
  owner: AlertOwner;
  webhook: Webhook;
}

/** The messages of a webhook, newest first. */
export function DeliveryLog({ owner, webhook }: DeliveryLogProps) {
  const list = useQuery(webhookMessagesQuery(owner, webhook.id));
  const { data: messages } = list;
  if (!messages && list.error) return <LoadFailed title="Failed to load the messages" query={list} />;
  if (!messages) return <ListSkeleton label="Loading messages..." />;
  if (messages.length === 0)
    return (
      <p className="rounded-control bg-sunken px-4 py-3 text-[0.9375rem] text-soft">
        Nothing was sent yet. “Send a test” sends a message at once.
      </p>
    );
  return (
    <ul
      aria-label={`Messages of ${toName(webhook)}, newest first`}
      className="rounded-control border border-line"
    >
      {messages.map((message) => (
        <Message key={message.id} owner={owner} webhook={webhook} message={message} />
      ))}
    </ul>
  );
}

const stateColours: Record<WebhookMessage['state'], string> = {
  waiting: 'text-warn',
  delivered: 'text-live',
  failed: 'text-danger',
};

function Message({ owner, webhook, message }: DeliveryLogProps & { message: WebhookMessage }) {
  const { type, body, state, createdAt, nextAt } = message;
  const replay = useReplayMessage(owner, webhook.id);
  const sentence = readSentence(body);

  async function sendAgain() {
    try {
      await replay.mutateAsync(message.id);
      toast.success('The message is sent again');
    } catch (error) {
      showError(error);
    }
  }

  return (
    <li className="border-b border-line last:border-b-0">
      <details className="group">
        <summary className="grid min-h-11 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5 text-[0.9375rem] hover:bg-raised [&::-webkit-details-marker]:hidden">
          <span className="flex items-center gap-2 font-medium">
            <ChevronRight
              className="size-4 shrink-0 text-soft transition-transform group-open:rotate-90"
              strokeWidth={1.5}
              aria-hidden="true"
            />
            {labelType(type)}
          </span>
          <span className={classNames('text-right', stateColours[state])}>{stateLabels[state]}</span>
          <span className="min-w-0 pl-6 text-soft max-sm:col-span-2 max-sm:line-clamp-2 sm:truncate">
            {sentence}
          </span>
          <Timestamp at={createdAt} className="text-note whitespace-nowrap text-soft tabular max-sm:pl-6" />
        </summary>
        <div className="grid gap-4 border-t border-line px-4 py-4">
          <Attempts message={message} />
          {state === 'waiting' && nextAt && (
            <p className="text-[0.9375rem] text-soft">
              Next attempt: <Timestamp at={nextAt} />
            </p>
          )}
          <details>
            <summary className="min-h-11 rounded-control py-2.5 text-[0.9375rem] text-soft hover:text-live">
              Body of the message
            </summary>
            <CodeBlock label="Body of the message" code={indentBody(body)} />
          </details>
          <p className="font-mono text-note break-all text-soft">webhook-id: {message.id}</p>
          {state !== 'waiting' && webhook.isOn && (
            <div>
              <Button
                shape="secondary"
                size="small"
                className="min-h-11"
                busy={replay.isPending}
                onClick={() => void sendAgain()}
              >
                {replay.isPending ? 'Sending...' : 'Send again'}
              </Button>
            </div>
          )}
        </div>
      </details>
    </li>
  );
}

function Attempts({ message: { attempts } }: { message: WebhookMessage }) {
  if (attempts.length === 0) return <p className="text-[0.9375rem] text-soft">Not attempted yet.</p>;
  return (
    <table className="w-full border-collapse text-[0.9375rem]">
      <caption className="sr-only">Attempts</caption>
      <thead>
        <tr className="text-left text-note text-soft">
          <th scope="col" className="pb-1 font-medium">
            Attempt
          </th>
          <th scope="col" className="pb-1 pl-3 font-medium">
            Answer
          </th>
          <th scope="col" className="pb-1 pl-3 text-right font-medium">
            Duration
          </th>
        </tr>
      </thead>
      <tbody>
        {attempts.map(({ at, status, error, durationMs }) => (
          <tr key={at} className="border-t border-line align-baseline tabular">
            <td className="py-1.5 whitespace-nowrap">
              <Timestamp at={at} />
            </td>
            <td className={classNames('py-1.5 pl-3 wrap-anywhere', error !== '' && 'text-danger')}>
              {error === '' ? status : error}
            </td>
            <td className="py-1.5 pl-3 text-right whitespace-nowrap text-soft">{formatMs(durationMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
