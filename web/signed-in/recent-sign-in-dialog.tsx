import { useSyncExternalStore } from 'react';
import { onPendingConfirmation, pendingConfirmation, renewSignIn } from '../api/session/recent-sign-in.ts';
import { useMe } from '../api/session/session.ts';
import { ConfirmPasswordForm } from './confirm-password-form.tsx';
import { Modal } from './modal.tsx';

const none = () => undefined;

/** Asks for the password when an action needs a recent sign-in, then continues with the action. */
export function RecentSignInDialog() {
  const action = useSyncExternalStore(onPendingConfirmation, pendingConfirmation, none);
  const { data } = useMe();
  if (!action || !data?.user) return null;
  const { email, hasTwoFactor } = data.user;
  return (
    <Modal title="Confirm that it is you" onClose={action.cancel}>
      <p className="mt-2 mb-6 text-[0.9375rem] text-soft">
        You signed in more than a day ago. Enter your password {hasTwoFactor && 'and a code '}
        again to continue. Nothing you have typed is lost.
      </p>
      <ConfirmPasswordForm
        action="Continue"
        email={email}
        asksCode={hasTwoFactor}
        onConfirm={async (proof) => {
          await renewSignIn(proof);
          action.proceed();
        }}
        onCancel={action.cancel}
      />
    </Modal>
  );
}
