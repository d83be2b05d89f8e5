import { useEffect, useRef } from 'react';
import type { AlertRecipient } from '../../../../contract/alerts/alerts.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure/disclosure.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { type AlertOwner, useChangeAlertRecipient } from '../../api/alerts.ts';
import { RowAction } from '../../components/row-action.tsx';

const pauses = [
  { days: 1, label: 'For a day' },
  { days: 7, label: 'For a week' },
  { days: 30, label: 'For 30 days' },
];

interface MuteButtonProps {
  owner: AlertOwner;
  recipient: AlertRecipient;
  isMuted: boolean;
}

/** Pauses the mails to a recipient, or ends the pause. */
export function MuteButton({ owner, recipient, isMuted }: MuteButtonProps) {
  const { name } = recipient;
  const change = useChangeAlertRecipient(owner, recipient.id);
  const place = useRef<HTMLDivElement>(null);
  const hasChanged = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that had the focus was replaced
  useEffect(() => {
    if (hasChanged.current) place.current?.querySelector<HTMLElement>('summary, button')?.focus();
    hasChanged.current = false;
  }, [isMuted]);

  async function mute(days: number) {
    if (change.isPending) return;
    const mutedUntil = days === 0 ? null : new Date(Date.now() + days * 86_400_000).toISOString();
    hasChanged.current = true;
    try {
      await change.mutateAsync({ mutedUntil });
      toast.success(days === 0 ? `${name} gets mails again` : `${name} gets no mails for now`);
    } catch (error) {
      hasChanged.current = false;
      showError(error);
    }
  }

  return (
    <div ref={place}>
      {isMuted ? (
        <RowAction label="Resume" name={name} onClick={() => mute(0)} />
      ) : (
        <Disclosure
          shape="quiet"
          label={
            <>
              Mute<span className="sr-only">: {name}</span>
            </>
          }
        >
          {(close) => (
            <ul className="grid min-w-44">
              {pauses.map(({ days, label }) => (
                <li key={days}>
                  <Button
                    shape="quiet"
                    size="small"
                    className="min-h-11 w-full justify-start"
                    busy={change.isPending}
                    onClick={() => {
                      close();
                      return mute(days);
                    }}
                  >
                    {label}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Disclosure>
      )}
    </div>
  );
}
