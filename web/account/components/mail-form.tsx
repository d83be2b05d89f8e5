import { useState } from 'react';
import type { StoredMail } from '../../../contract/account/accounts.ts';
import { browserChecked } from '../../signed-in/browser-checked.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { ResendButton } from '../sign-up/resend-button.tsx';
import { accountEmailRule } from './account-rules.ts';
import { StoredMailNote } from './stored-mail-note.tsx';

interface MailFormProps {
  label: string;
  send: (email: string) => Promise<{ storedMail?: StoredMail | undefined }>;
  /** Shown afterwards, the same for every address. */
  done: string;
  /** Advice for a mail that does not arrive. */
  ifMissing: string;
  /** The toast after sending again. */
  doneAgain: string;
}

/** Asks for an address and has a mail sent to it. */
export function MailForm({ label, send, done, ifMissing, doneAgain }: MailFormProps) {
  const [sentTo, setSentTo] = useState<string>();
  const [isStored, setIsStored] = useState(false);
  const { props, field, isBusy } = useForm({
    fields: { email: '' },
    rules: { email: accountEmailRule },
    submit: async ({ email }) => {
      const { storedMail } = await send(email);
      setIsStored(storedMail !== undefined);
      setSentTo(email);
    },
  });

  return (
    <>
      <div role="status">
        {sentTo !== undefined && (
          <div className="arriving rounded-control bg-live-wash px-5 py-4">
            <p className="font-medium break-words">{sentTo}</p>
            {isStored ? (
              <div className="mt-1 grid gap-3">
                <p className="text-soft">
                  If there is an account for this address, a message with a link is stored on the server.
                </p>
                <StoredMailNote />
              </div>
            ) : (
              <>
                <p className="mt-1 text-soft">{done}</p>
                <p className="mt-3 text-[0.9375rem] text-soft">{ifMissing}</p>
              </>
            )}
          </div>
        )}
      </div>
      {sentTo === undefined ? (
        <form {...browserChecked(props)} className="grid gap-6">
          <EmailField {...field('email')} autoComplete="username" />
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Sending...' : label}
          </Button>
        </form>
      ) : (
        <div className="mt-6 flex flex-wrap items-start gap-3">
          <ResendButton label="Send it again" send={() => send(sentTo)} done={doneAgain} startsPaused />
          {/* On phones it wraps below the other button, where its label is flush with the card's text. */}
          <Button shape="quiet" className="max-sm:-ml-5" onClick={() => setSentTo(undefined)}>
            Use another address
          </Button>
        </div>
      )}
    </>
  );
}
