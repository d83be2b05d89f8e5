import { useState } from 'react';
import { Button, LinkButton } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { signOutHere } from '../api/join.ts';
import { PanelIntro } from '../components/auth-layout.tsx';

interface OtherAccountProps {
  /** The signed-in address. */
  email: string;
  invited: string;
}

/** For someone who is signed in, but not with the invited address. */
export function OtherAccount({ email, invited }: OtherAccountProps) {
  const [isBusy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    try {
      await signOutHere();
    } catch (error) {
      setBusy(false);
      showError(error);
    }
  }

  return (
    <>
      <PanelIntro title="This invitation is for another address">
        <p>
          You are signed in as <span className="break-words text-ink">{email}</span>, but it is for{' '}
          <span className="break-words text-ink">{invited}</span>. To accept it, sign out here first.
        </p>
      </PanelIntro>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={leave}>
          {isBusy ? 'Signing out...' : 'Sign Out'}
        </Button>
        <LinkButton to="/admin" shape="secondary">
          Stay signed in
        </LinkButton>
      </div>
    </>
  );
}
