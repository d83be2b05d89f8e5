import { useState } from 'react';
import type { Webhook, WebhookWithSecret } from '../../../../contract/alerts/webhooks.ts';
import { ConfirmedButton } from '../../../signed-in/confirmed-button.tsx';
import { Timestamp } from '../../../signed-in/timestamp.tsx';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import type { AlertOwner } from '../../api/alerts.ts';
import { useChangeWebhook, useRemoveWebhook, useRotateSecret, useTestWebhook } from '../../api/webhooks.ts';
import { RowAction } from '../../components/row-action.tsx';
import { describeKinds } from '../kinds-in-words.ts';
import { RemoveButton } from '../remove-button.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { toName } from './webhook-words.ts';

interface WebhookRowProps {
  owner: AlertOwner;
  webhook: Webhook;
  now: number;
  onChange: () => void;
  onRotated: (created: WebhookWithSecret) => void;
  onRemoved: () => void;
}

function nameState({ isOn, failingSince }: Webhook): string {
  if (!isOn) return 'Off';
  return failingSince === null ? 'On' : 'Failing';
}

/** A webhook with its state, its actions and, if opened, its messages. */
export function WebhookRow(props: WebhookRowProps) {
  const { owner, webhook, now } = props;
  const [isLogOpen, setLogOpen] = useState(false);
  const { url, kinds, isOn, failingSince, previousSecretEndsAt } = webhook;
  const hasOldSecret = previousSecretEndsAt !== null && Date.parse(previousSecretEndsAt) > now;
  const logId = `messages-${webhook.id}`;
  return (
    <li className="grid gap-y-2 border-t border-line py-4 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{toName(webhook)}</span>
          <StatusBadge isOn={isOn && failingSince === null}>{nameState(webhook)}</StatusBadge>
        </p>
        <p className="mt-0.5 font-mono text-note break-all text-soft">{url}</p>
        <p className="mt-0.5 text-[0.9375rem] wrap-anywhere">{describeKinds(kinds, owner)}</p>
        {failingSince && (
          <p className="text-[0.9375rem] text-danger">
            Every message has failed since <Timestamp at={failingSince} />
            {!isOn && ', so it was switched off'}.
          </p>
        )}
        {hasOldSecret && (
          <p className="text-[0.9375rem] text-warn">
            The old secret signs too until <Timestamp at={previousSecretEndsAt} />
          </p>
        )}
      </div>
      <div className="-ml-3.5 flex flex-wrap items-center gap-y-2 [&>fieldset]:ml-3.5">
        <Button
          shape="quiet"
          size="small"
          className="min-h-11 hover:text-live"
          aria-expanded={isLogOpen}
          aria-controls={logId}
          aria-label={`${isLogOpen ? 'Hide messages' : 'Messages'}: ${toName(webhook)}`}
          onClick={() => setLogOpen(!isLogOpen)}
        >
          {isLogOpen ? 'Hide messages' : 'Messages'}
        </Button>
        <WebhookActions {...props} hasOldSecret={hasOldSecret} onTested={() => setLogOpen(true)} />
      </div>
      <div id={logId}>{isLogOpen && <DeliveryLog owner={owner} webhook={webhook} />}</div>
    </li>
  );
}

type WebhookActionsProps = WebhookRowProps & {
  /** The secret before the current one signs too: until its end there is no third one. */
  hasOldSecret: boolean;
  onTested: () => void;
};

function WebhookActions(props: WebhookActionsProps) {
  const { owner, webhook, hasOldSecret, onChange, onRotated, onRemoved, onTested } = props;
  const { id, isOn } = webhook;
  const name = toName(webhook);
  const test = useTestWebhook(owner, id);
  const change = useChangeWebhook(owner, id);
  const rotate = useRotateSecret(owner, id);
  const remove = useRemoveWebhook(owner, id);

  /** A second click while the first one runs does nothing. */
  async function run(action: typeof test | typeof change, start: () => Promise<unknown>) {
    if (action.isPending) return;
    try {
      await start();
    } catch (error) {
      showError(error);
    }
  }

  return (
    <>
      {isOn && (
        <RowAction
          label={test.isPending ? 'Sending...' : 'Send a test'}
          name={name}
          onClick={() =>
            run(test, async () => {
              await test.mutateAsync(undefined);
              onTested();
            })
          }
        />
      )}
      <RowAction label="Change" name={name} onClick={onChange} />
      <RowAction
        label={isOn ? 'Switch off' : 'Switch on'}
        name={name}
        onClick={() =>
          run(change, async () => {
            await change.mutateAsync({ isOn: !isOn });
            toast.success(isOn ? `${name} gets no more messages` : `${name} gets messages again`);
          })
        }
      />
      {!hasOldSecret && (
        <ConfirmedButton
          shape="quiet"
          label="New secret"
          name={`New secret: ${name}`}
          warning="Messages are then signed with a new secret. For 24 hours they are also signed with the old one, so that nothing is lost until the program has the new one."
          confirm="Create new secret"
          busy="Creating..."
          isDangerous={false}
          onConfirm={async () => onRotated(await rotate.mutateAsync(undefined))}
        />
      )}
      <RemoveButton
        name={name}
        what="webhook"
        warning={`“${name}” gets no more messages, and its list of messages is deleted. This cannot be undone.`}
        remove={() => remove.mutateAsync(undefined)}
        onRemoved={onRemoved}
      />
    </>
  );
}
