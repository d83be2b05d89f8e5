import { useSyncExternalStore } from 'react';
import { onPendingConfirmation, pendingConfirmation, renewSignIn } from '../api/session/recent-sign-in.ts';
import { useMe } from '../api/session/session.ts';
import { ConfirmPasswordForm } from './confirm-password-form.tsx';
import { Modal } from './modal.tsx';

const none = () => undefined;

/** Asks for the password when an act needs a recent sign-in, and then goes on with the act. */
export function RecentSignInDialog() {
  const act = useSyncExternalStore(onPendingConfirmation, pendingConfirmation, none);
  const { data } = useMe();
  if (!act || !data?.user) return null;
  const { email, hasTwoFactor } = data.user;
  return (
    <Modal title="Confirm that it is you" onClose={act.cancel}>
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
          act.proceed();
        }}
        onCancel={act.cancel}
      />
    </Modal>
  );
}
