import { type FormEvent, useState } from 'react';
import { tellError } from '../../signed-in/show-error.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ResendButton } from '../sign-up/resend-button.tsx';
import { useEmailField } from './use-email-field.ts';

interface MailFormProps {
  label: string;
  send: (email: string) => Promise<unknown>;
  /** Said afterwards, the same for every address. */
  done: string;
  /** What to do when no mail arrives. */
  ifMissing: string;
  /** What a toast says when it was sent again. */
  doneAgain: string;
}

/** Asks for an address and has a mail sent there. */
export function MailForm({ label, send, done, ifMissing, doneAgain }: MailFormProps) {
  const [entered, setEntered] = useState('');
  const emailField = useEmailField(entered, setEntered);
  const [isSending, setSending] = useState(false);
  const [sentTo, setSentTo] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const email = isSending ? undefined : emailField.check();
    if (!email) return;
    setSending(true);
    try {
      await send(email);
      setSentTo(email);
    } catch (error) {
      if (!emailField.refuse(error)) tellError(error);
    } finally {
      setSending(false);
    }
  }

  return (
    <>
      <div role="status">
        {sentTo !== undefined && (
          <div className="arriving rounded-control bg-live-wash px-5 py-4">
            <p className="font-medium break-words">{sentTo}</p>
            <p className="mt-1 text-soft">{done}</p>
            <p className="mt-3 text-[0.9375rem] text-soft">{ifMissing}</p>
          </div>
        )}
      </div>
      {sentTo === undefined ? (
        <form noValidate onSubmit={submit} className="grid gap-6">
          <TextField {...emailField.props} autoComplete="username" />
          <Button type="submit" busy={isSending}>
            {isSending ? 'Sending...' : label}
          </Button>
        </form>
      ) : (
        <div className="mt-6 flex flex-wrap items-start gap-3">
          <ResendButton label="Send it again" send={() => send(sentTo)} done={doneAgain} startsPaused />
          {/* On phones it wraps below the other button: then its words are flush with the card's. */}
          <Button shape="quiet" className="max-sm:-ml-5" onClick={() => setSentTo(undefined)}>
            Use another address
          </Button>
        </div>
      )}
    </>
  );
}
