import { useSyncExternalStore } from 'react';
import { onPendingConfirmation, pendingConfirmation, renewSignIn } from '../api/session/recent-sign-in.ts';
import { useMe } from '../api/session/session.ts';
import { ConfirmPasswordForm } from './confirm-password-form.tsx';
import { Modal } from './modal.tsx';
import { ProviderButton } from './provider-button.tsx';

const noneOnServer = () => undefined;

/** Asks for the password when a request requires a recent sign-in. */
export function RecentSignInDialog() {
  const pending = useSyncExternalStore(onPendingConfirmation, pendingConfirmation, noneOnServer);
  const { data } = useMe();
  if (!pending || !data?.user) return null;
  const { email, hasTwoFactor, hasPassword } = data.user;
  if (!hasPassword) {
    return (
      <Modal title="Confirm that it is you" onClose={pending.cancel}>
        <p className="mt-2 mb-6 text-[0.9375rem] text-soft">
          You signed in more than a day ago, and your account has no password. Sign in again to continue: you
          come back to this page.
        </p>
        {data.identityProvider !== null && (
          <ProviderButton name={data.identityProvider} returnTo={location.pathname} />
        )}
      </Modal>
    );
  }
  return (
    <Modal title="Confirm that it is you" onClose={pending.cancel}>
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
          pending.proceed();
        }}
        onCancel={pending.cancel}
      />
    </Modal>
  );
}
