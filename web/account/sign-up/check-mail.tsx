import { useState } from 'react';
import type { StoredMail } from '../../../contract/account/accounts.ts';
import { EmailAddress } from '../../signed-in/email-address.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { resendConfirmation } from '../api/accounts.ts';
import { PanelIntro } from '../components/auth-layout.tsx';
import { StoredMailNote } from '../components/stored-mail-note.tsx';
import { ResendButton } from './resend-button.tsx';

interface CheckMailProps {
  email: string;
  /** The password of the sign-up, required to send a new link. */
  password: string;
  /** After a sign-up; false after a sign-in before the confirmation. */
  hasJustBeenSent: boolean;
  /** The mail of the sign-up, if the server sends no mail. */
  storedMail: StoredMail | undefined;
  onBack: () => void;
}

export function CheckMail({ email, password, hasJustBeenSent, storedMail, onBack }: CheckMailProps) {
  const [stored, setStored] = useState(storedMail);
  const link = stored?.link;
  return (
    <>
      <PanelIntro title={toTitle(hasJustBeenSent, stored)} takesFocus>
        <p>
          {toIntro(hasJustBeenSent, stored)}
          <strong className="font-medium break-words text-ink">
            <EmailAddress>{email}</EmailAddress>
          </strong>
          . Open {link ? 'its link' : 'it, on this device or another,'} and enter your password there again.
        </p>
      </PanelIntro>
      {stored ? (
        <div className="mt-4 grid justify-items-start gap-6">
          <StoredMailNote />
          {link && (
            <>
              <p className="text-soft">
                This browser is on the same computer as the server, so here is the link.
              </p>
              <LinkButton to={link}>Open the confirmation link</LinkButton>
            </>
          )}
        </div>
      ) : (
        <>
          <p className="mt-4 text-soft">
            Nothing there after a few minutes? Check your spam folder, or send it again. If the address
            already has an account, the message mentions it.
          </p>
          <p className="mt-4 text-soft">
            We send only a few messages a day to each address. If no new one arrives, open an earlier one and
            enter your password there: this confirms your email, or sends you the link that does.
          </p>
        </>
      )}
      <div className="mt-8 flex flex-wrap items-start gap-3">
        <Button shape={link ? 'secondary' : 'primary'} onClick={onBack}>
          Back to sign-in
        </Button>
        {!link && (
          <ResendButton
            label={hasJustBeenSent ? 'Send it again' : 'Send a new link'}
            send={async () => setStored((await resendConfirmation({ email, password })).storedMail)}
            done={
              stored
                ? 'A new message is stored on the server.'
                : 'A message is on its way. If none arrives, use the link in an earlier message from us.'
            }
            startsPaused={hasJustBeenSent}
          />
        )}
      </div>
    </>
  );
}

function toIntro(hasJustBeenSent: boolean, stored: StoredMail | undefined): string {
  if (stored) return 'A message with a link is stored on the server for ';
  return hasJustBeenSent
    ? 'A message with a link is on its way to '
    : 'When you signed up, a message with a link was sent to ';
}

function toTitle(hasJustBeenSent: boolean, stored: StoredMail | undefined): string {
  if (!hasJustBeenSent) return 'Please confirm your email address first';
  return stored ? 'Confirm your email address' : 'Check your mail';
}
