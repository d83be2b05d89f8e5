import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { type Webhook, type WebhookWithSecret, webhookLimits } from '../../../../contract/alerts/webhooks.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { useNow } from '../../../ui/use-now.ts';
import type { AlertOwner } from '../../api/alerts.ts';
import { webhooksQuery } from '../../api/webhooks.ts';
import { AlertPart } from '../alert-part.tsx';
import { ListSkeleton } from '../list-skeleton.tsx';
import { NewSecret } from './new-secret.tsx';
import { ChangeWebhookDialog, NewWebhookDialog } from './webhook-dialogs.tsx';
import { WebhookRow } from './webhook-row.tsx';

interface WebhooksProps {
  owner: AlertOwner;
  note: string;
  level: 2 | 3;
}

/** The addresses that get alerts as signed messages, with the secret of one that was just created. */
export function Webhooks({ owner, note, level }: WebhooksProps) {
  const list = useQuery(webhooksQuery(owner));
  const [opened, setOpened] = useState<Webhook | 'new'>();
  const [created, setCreated] = useState<WebhookWithSecret>();
  const now = useNow(30_000);
  const part = useRef<HTMLElement>(null);
  const focusPart = () => part.current?.focus({ preventScroll: true });
  const { data: webhooks } = list;
  const close = () => setOpened(undefined);
  const isFull = webhooks !== undefined && webhooks.length >= webhookLimits.perOwner;
  const addButton = webhooks && !isFull && (
    <Button size="small" shape="secondary" className="min-h-11" onClick={() => setOpened('new')}>
      <Plus className="size-4" strokeWidth={1.5} aria-hidden="true" />
      Add webhook
    </Button>
  );

  return (
    <AlertPart ref={part} title="Webhooks" note={note} level={level} action={addButton}>
      {created && (
        <NewSecret
          key={created.secret}
          created={created}
          onClose={() => {
            setCreated(undefined);
            focusPart();
          }}
        />
      )}
      {!webhooks && list.error && <LoadFailed title="Failed to load the webhooks" query={list} />}
      {!webhooks && !list.error && <ListSkeleton label="Loading webhooks..." />}
      {webhooks?.length === 0 && (
        <p className="border-t border-line pt-4 text-[0.9375rem] text-soft">
          No program gets alerts yet. Add the address of one, such as a chat or an incident tool.
        </p>
      )}
      {webhooks && webhooks.length > 0 && (
        <ul>
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              owner={owner}
              webhook={webhook}
              now={now}
              onChange={() => setOpened(webhook)}
              onRotated={setCreated}
              onRemoved={() => {
                if (created?.webhook.id === webhook.id) setCreated(undefined);
                focusPart();
              }}
            />
          ))}
        </ul>
      )}
      {isFull && (
        <p className="mt-2 text-[0.9375rem] text-soft">
          There can be at most {webhookLimits.perOwner} webhooks. Remove one to add another.
        </p>
      )}
      {opened === 'new' && <NewWebhookDialog owner={owner} onCreated={setCreated} onClose={close} />}
      {opened && opened !== 'new' && <ChangeWebhookDialog owner={owner} webhook={opened} onClose={close} />}
    </AlertPart>
  );
}
