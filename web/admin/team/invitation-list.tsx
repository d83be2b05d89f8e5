import { useState } from 'react';
import type { Team, TeamInvitation } from '../../../contract/account/team.ts';
import { EmailAddress } from '../../signed-in/email-address.tsx';
import { Timestamp } from '../../signed-in/timestamp.tsx';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { useRenewInvitation, useWithdrawInvitation } from '../api/team.ts';
import { describeCompanies, roleLabels } from './describe-rights.ts';

export function InvitationList({ invitations, storesMails }: Pick<Team, 'invitations' | 'storesMails'>) {
  const now = useNow(60_000);
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="text-title">
        Open invitations
      </h2>
      {storesMails && (
        <p className="mt-3 max-w-[46rem] rounded-control bg-warn-wash px-4 py-3 text-[0.9375rem] text-warn">
          This server has no mail server: invitations are stored in the folder{' '}
          <code className="font-mono text-[0.9em]">data/mail</code> and are not sent. Send their links
          yourself.
        </p>
      )}
      <ul className="mt-3 grid border-t border-strong">
        {invitations.map((invitation) => (
          <Invitation
            key={invitation.id}
            invitation={invitation}
            isExpired={Date.parse(invitation.expiresAt) <= now}
            storesMails={storesMails}
          />
        ))}
      </ul>
    </section>
  );
}

interface InvitationProps {
  invitation: TeamInvitation;
  isExpired: boolean;
  storesMails: boolean;
}

function Invitation({ invitation, isExpired, storesMails }: InvitationProps) {
  const { id, email, role, companies, invitedBy, expiresAt } = invitation;
  const renew = useRenewInvitation(id);
  const withdraw = useWithdrawInvitation(id);
  const [isAsking, setAsking] = useState(false);
  const isBusy = renew.isPending || withdraw.isPending;

  async function act(send: () => Promise<unknown>, done: string) {
    try {
      await send();
      toast.success(done);
    } catch (error) {
      showError(error);
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-3 text-[0.9375rem]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <EmailAddress>{email}</EmailAddress>
        </p>
        <p className="text-soft">
          {[roleLabels[role], describeCompanies(companies)].filter(Boolean).join(' · ')}
        </p>
        <p className={isExpired ? 'text-note text-warn' : 'text-note text-soft'}>
          {isExpired ? 'Expired' : 'Works until'} <Timestamp at={expiresAt} />, sent by{' '}
          <span className="wrap-anywhere">{invitedBy}</span>
        </p>
      </div>
      {isAsking ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-warn">Withdraw it? The link stops working.</p>
          <Button
            size="small"
            shape="danger"
            busy={isBusy}
            onClick={() =>
              act(() => withdraw.mutateAsync(undefined), `The invitation of ${email} is withdrawn`)
            }
          >
            {withdraw.isPending ? 'Withdrawing...' : 'Withdraw'}
          </Button>
          <Button size="small" shape="quiet" busy={isBusy} onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button
            size="small"
            shape="secondary"
            busy={isBusy}
            onClick={() =>
              act(
                () => renew.mutateAsync(undefined),
                storesMails ? `A new link for ${email} is stored` : `A new link is on its way to ${email}`,
              )
            }
          >
            {renew.isPending ? 'Sending...' : 'Send again'}
            <span className="sr-only"> to {email}</span>
          </Button>
          <Button size="small" shape="quiet" busy={isBusy} onClick={() => setAsking(true)}>
            Withdraw…<span className="sr-only"> the invitation of {email}</span>
          </Button>
        </div>
      )}
    </li>
  );
}
