import type { AlertRecipient } from '../../../../contract/alerts/alerts.ts';
import { Timestamp } from '../../../signed-in/timestamp.tsx';
import { type AlertOwner, useRemoveAlertRecipient } from '../../api/alerts.ts';
import { RowAction } from '../../components/row-action.tsx';
import { UnsubscribedNote } from '../../components/unsubscribed-note.tsx';
import { describeKinds } from '../kinds-in-words.ts';
import { RemoveButton } from '../remove-button.tsx';
import { MuteButton } from './mute-button.tsx';

interface RecipientRowProps {
  owner: AlertOwner;
  recipient: AlertRecipient;
  now: number;
  onChange: () => void;
  onRemoved: () => void;
}

const toHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** A recipient with what they get, and when not. */
export function RecipientRow({ owner, recipient, now, onChange, onRemoved }: RecipientRowProps) {
  const { name, email, kinds, seesMoney, quietHours, timeZone, mutedUntil, unsubscribedAt } = recipient;
  const remove = useRemoveAlertRecipient(owner, recipient.id);
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > now;
  const facts = [
    describeKinds(kinds, owner),
    seesMoney ? 'with money' : 'without money',
    ...(quietHours ? [`quiet ${toHour(quietHours.from)}–${toHour(quietHours.to)} (${timeZone})`] : []),
  ];
  return (
    <li className="grid gap-y-2 border-t border-line py-4 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-[0.9375rem] break-all text-soft">{email}</span>
        </p>
        <p className="mt-0.5 text-[0.9375rem] wrap-anywhere">{facts.join(' · ')}</p>
        {unsubscribedAt && <UnsubscribedNote at={unsubscribedAt} />}
        {isMuted && !unsubscribedAt && (
          <p className="text-[0.9375rem] text-warn">
            Muted until <Timestamp at={mutedUntil} />
          </p>
        )}
      </div>
      <div className="-ml-3.5 flex flex-wrap items-center gap-y-2 [&>fieldset]:ml-3.5">
        <RowAction label="Change" name={name} onClick={onChange} />
        {!unsubscribedAt && <MuteButton owner={owner} recipient={recipient} isMuted={isMuted} />}
        {!unsubscribedAt && (
          <RemoveButton
            name={name}
            what="recipient"
            warning={`${name} gets no more mails about alerts${owner === null ? '' : ' of this company'}.`}
            remove={() => remove.mutateAsync(undefined)}
            onRemoved={onRemoved}
          />
        )}
      </div>
    </li>
  );
}
