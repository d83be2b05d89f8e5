import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { type AlertRecipient, alertLimits } from '../../../../contract/alerts/alerts.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { type AlertOwner, alertRecipientsQuery } from '../../api/alerts.ts';
import { AlertPart } from '../alert-part.tsx';
import { ListSkeleton } from '../list-skeleton.tsx';
import { ChangeRecipientDialog, NewRecipientDialog } from './recipient-dialogs.tsx';
import { RecipientRow } from './recipient-row.tsx';

interface AlertRecipientsProps {
  owner: AlertOwner;
  note: string;
  level: 2 | 3;
  /** The zone of a new recipient's quiet hours. Without it, that of the browser. */
  timeZone?: string;
}

/** Who gets mails about the alerts of a company, or of all companies and the server. */
export function AlertRecipients({ owner, note, level, timeZone }: AlertRecipientsProps) {
  const list = useQuery(alertRecipientsQuery(owner));
  const [opened, setOpened] = useState<AlertRecipient | 'new'>();
  const now = useNow(30_000);
  const { data: recipients } = list;
  const part = useRef<HTMLElement>(null);
  const close = () => setOpened(undefined);
  const subscribed = recipients?.filter(({ unsubscribedAt }) => unsubscribedAt === null);
  const isFull = subscribed !== undefined && subscribed.length >= alertLimits.recipients;
  const addButton = recipients && !isFull && (
    <Button size="small" shape="secondary" className="min-h-11" onClick={() => setOpened('new')}>
      <UserPlus className="size-4" strokeWidth={1.5} aria-hidden="true" />
      Add recipient
    </Button>
  );

  return (
    <AlertPart ref={part} title="Recipients" note={note} level={level} action={addButton}>
      {!recipients && list.error && <LoadFailed title="Failed to load the recipients" query={list} />}
      {!recipients && !list.error && <ListSkeleton label="Loading recipients..." />}
      {recipients?.length === 0 && (
        <p className="border-t border-line pt-4 text-[0.9375rem] text-soft">
          {owner === null
            ? 'No recipient yet. The owners of the team are entered with the first alert about a certificate or a background job.'
            : 'No one gets a mail yet. Alerts are still listed in the admin area.'}
        </p>
      )}
      {recipients && recipients.length > 0 && (
        <ul>
          {recipients.map((recipient) => (
            <RecipientRow
              key={recipient.id}
              owner={owner}
              recipient={recipient}
              now={now}
              onChange={() => setOpened(recipient)}
              onRemoved={() => part.current?.focus({ preventScroll: true })}
            />
          ))}
        </ul>
      )}
      {isFull && (
        <p className="mt-2 text-[0.9375rem] text-soft">
          There can be at most {alertLimits.recipients} recipients. Remove one to add another.
        </p>
      )}
      {opened === 'new' && <NewRecipientDialog owner={owner} timeZone={timeZone} onClose={close} />}
      {opened && opened !== 'new' && (
        <ChangeRecipientDialog owner={owner} recipient={opened} onClose={close} />
      )}
    </AlertPart>
  );
}
