import { type FormEvent, useState } from 'react';
import { fieldMax } from '../../../contract/constants.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ResendButton } from './resend-button.tsx';
import { tellError } from './tell-error.ts';

interface MailFormProps {
  label: string;
  send: (email: string) => Promise<unknown>;
  /** Said afterwards, the same for every address. */
  done: string;
}

/** Asks for an address and has a mail sent there. */
export function MailForm({ label, send, done }: MailFormProps) {
  const [email, setEmail] = useState('');
  const [isSending, setSending] = useState(false);
  const [sentTo, setSentTo] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    try {
      await send(email);
      setSentTo(email);
    } catch (error) {
      tellError(error);
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
          </div>
        )}
      </div>
      {sentTo === undefined ? (
        <form onSubmit={submit} className="grid gap-6">
          <TextField
            label="Email"
            type="email"
            name="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            required
            maxLength={fieldMax.email}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button type="submit" busy={isSending}>
            {isSending ? 'Sending...' : label}
          </Button>
        </form>
      ) : (
        <div className="mt-6 flex flex-wrap items-start gap-3">
          <ResendButton label="Send it again" send={() => send(sentTo)} done={done} startsPaused />
          <Button shape="quiet" onClick={() => setSentTo(undefined)}>
            Use another address
          </Button>
        </div>
      )}
    </>
  );
}
