import { requestPasswordReset } from '../api/password-reset.ts';
import { PanelIntro } from '../components/auth-layout.tsx';
import { BackToSignIn } from '../components/back-to-sign-in.tsx';
import { MailForm } from '../components/mail-form.tsx';

export function ForgotPanel() {
  return (
    <>
      <PanelIntro title="Forgot your password?">
        <p>Enter your email, and we send you a link to choose a new one.</p>
      </PanelIntro>
      <div className="mt-8">
        <MailForm label="Send the link" send={(email) => requestPasswordReset(email)} {...resetSent} />
      </div>
      <BackToSignIn />
    </>
  );
}

/** The same for every address: the page does not reveal who has an account. */
export const resetSent = {
  done: 'If there is an account for this address, a link to choose a new password is on its way. It works for one hour.',
  ifMissing:
    'Nothing there after a few minutes? Open the newest message we sent you earlier. Even if its link has expired, you can use it to request a new one.',
  doneAgain: 'If there is an account for this address, another message is on its way.',
};
