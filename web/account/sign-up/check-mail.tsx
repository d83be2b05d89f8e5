import { resendConfirmation } from '../../api/accounts.ts';
import { EmailAddress } from '../../signed-in/email-address.tsx';
import { Button } from '../../ui/button.tsx';
import { PanelIntro } from '../components/auth-layout.tsx';
import { ResendButton } from './resend-button.tsx';

interface CheckMailProps {
  email: string;
  /** The password of the sign-up, required to send a new link. */
  password: string;
  /** After a sign-up; false after a sign-in before the confirmation. */
  hasJustBeenSent: boolean;
  onBack: () => void;
}

export function CheckMail({ email, password, hasJustBeenSent, onBack }: CheckMailProps) {
  return (
    <>
      <PanelIntro
        title={hasJustBeenSent ? 'Check your mail' : 'Please confirm your email address first'}
        takesFocus
      >
        <p>
          {hasJustBeenSent
            ? 'A message with a link is on its way to '
            : 'When you signed up, a message with a link was sent to '}
          <strong className="font-medium break-words text-ink">
            <EmailAddress>{email}</EmailAddress>
          </strong>
          . Open it, on this device or another, and enter your password there again.
        </p>
      </PanelIntro>
      <p className="mt-4 text-soft">
        Nothing there after a few minutes? Check your spam folder, or send it again. If the address already
        has an account, the message says so.
      </p>
      <p className="mt-4 text-soft">
        We send only a few messages a day to each address. If no new one arrives, open an earlier one and
        enter your password there: this confirms your email, or sends you the link that does.
      </p>
      <div className="mt-8 flex flex-wrap items-start gap-3">
        <Button onClick={onBack}>Back to sign-in</Button>
        <ResendButton
          label={hasJustBeenSent ? 'Send it again' : 'Send a new link'}
          send={() => resendConfirmation({ email, password })}
          done="A message is on its way. If none arrives, use the link in an earlier message from us."
          startsPaused={hasJustBeenSent}
        />
      </div>
    </>
  );
}
