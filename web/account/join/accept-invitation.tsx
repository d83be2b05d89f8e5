import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OpenInvitation } from '../../../contract/account/team.ts';
import { brand } from '../../site/brand.ts';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { joinTeam } from '../api/join.ts';
import { PanelIntro } from '../components/auth-layout.tsx';
import { describeInvitation } from './describe-invitation.ts';

export interface JoinProps {
  token: string;
  invitation: OpenInvitation;
  /** Shows why the link does not work. False if the error is about something else. */
  onProblem: (error: unknown) => boolean;
}

/** For the signed-in account that is invited. */
export function AcceptInvitation({ token, invitation, onProblem }: JoinProps) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);

  async function accept() {
    setBusy(true);
    try {
      await joinTeam({ token });
      toast.success(`Welcome to the team of ${brand().name}`);
      await navigate('/admin', { replace: true });
    } catch (error) {
      setBusy(false);
      if (!onProblem(error)) showError(error);
    }
  }

  return (
    <>
      <PanelIntro title={`Join the team of ${brand().name}`}>
        <p>
          You are signed in as <span className="break-words text-ink">{invitation.email}</span> and invited{' '}
          {describeInvitation(invitation)}.
        </p>
      </PanelIntro>
      <div className="mt-8">
        <Button busy={isBusy} onClick={accept}>
          {isBusy ? 'Joining...' : 'Accept the invitation'}
        </Button>
      </div>
    </>
  );
}
