import { sendConfirmation } from '../../api/confirm-email.ts';
import { Button } from '../../ui/button.tsx';
import { MailAddress } from '../parts/mail-address.tsx';
import { PanelIntro } from './auth-frame.tsx';
import { ResendButton } from './resend-button.tsx';

interface CheckMailProps {
  email: string;
  /** Signing up sends a mail; being refused at the sign-in may be for another reason. */
  hasJustBeenSent: boolean;
  onBack: () => void;
}

export function CheckMail({ email, hasJustBeenSent, onBack }: CheckMailProps) {
  return (
    <>
      <PanelIntro title={hasJustBeenSent ? 'Check your mail' : 'Confirm your email first'} isNews>
        <p>
          {hasJustBeenSent
            ? 'A message with a link is on its way to '
            : 'When you signed up, a message with a link was sent to '}
          <strong className="font-medium break-words text-ink">
            <MailAddress>{email}</MailAddress>
          </strong>
          . Open it, on this device or another, and confirm; then sign in.
        </p>
      </PanelIntro>
      <p className="mt-4 text-soft">
        Nothing there after a few minutes? Look among unwanted mail, or have it sent again. If the address
        already has an account, the message says so.
      </p>
      <div className="mt-8 flex flex-wrap items-start gap-3">
        <Button onClick={onBack}>Back to sign-in</Button>
        <ResendButton
          label="Send it again"
          send={() => sendConfirmation(email)}
          done="If this address waits to be confirmed, a link is on its way."
          startsPaused={hasJustBeenSent}
        />
      </div>
    </>
  );
}
