import { useSyncExternalStore } from 'react';
import { useMe } from '../../api/me.ts';
import { onWaitingAct, renewSignIn, waitingAct } from '../../api/recent-sign-in.ts';
import { ProofForm } from '../../signed-in/proof-form.tsx';
import { Modal } from './modal.tsx';

const none = () => undefined;

/** Asks for the password when an action needs a recent sign-in, then continues with the action. */
export function SignInAgain() {
  const act = useSyncExternalStore(onWaitingAct, waitingAct, none);
  const { data } = useMe();
  if (!act || !data?.user) return null;
  const { email, hasTwoFactor } = data.user;
  return (
    <Modal title="Confirm that it is you" onClose={act.cancel}>
      <p className="mt-2 mb-6 text-[0.9375rem] text-soft">
        You signed in more than a day ago. Enter your password {hasTwoFactor && 'and a code '}
        again to continue. Nothing you have typed is lost.
      </p>
      <ProofForm
        action="Continue"
        email={email}
        asksCode={hasTwoFactor}
        submit={async (proof) => {
          await renewSignIn(proof);
          act.proceed();
        }}
        onCancel={act.cancel}
      />
    </Modal>
  );
}
