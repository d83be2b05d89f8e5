import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Team } from '../../../contract/account/team.ts';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { teamQuery } from '../api/team.ts';
import { useOpenParam } from '../components/use-open-param.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteMember } from './invite-member.tsx';
import { MembersTable } from './members-table.tsx';

const isOpenValue = 'member';

function summarize({ members, invitations }: Team): string {
  const people = members.length === 1 ? '1 person' : `${members.length} people`;
  if (invitations.length === 0) return people;
  return `${people}, ${invitations.length === 1 ? '1 open invitation' : `${invitations.length} open invitations`}`;
}

/** Who works in the admin area, for owners. */
export function TeamView() {
  const query = useQuery(teamQuery);
  const form = useOpenParam('new');
  const [attempt, setAttempt] = useState(0);
  const toggle = useRef<HTMLButtonElement>(null);
  const isInviting = form.value !== null;
  const { data } = query;

  // Back and Forward keep what was typed; Cancel and success reset the form.
  function leaveForm() {
    form.close();
    setAttempt(attempt + 1);
    toggle.current?.focus();
  }

  return (
    <>
      <PageTitle title="Team" note={data && summarize(data)}>
        <Button
          ref={toggle}
          aria-expanded={isInviting}
          shape={isInviting ? 'secondary' : 'primary'}
          onClick={() => (isInviting ? form.close() : form.open(isOpenValue))}
        >
          {isInviting ? (
            <X className="size-5" strokeWidth={1.5} aria-hidden="true" />
          ) : (
            <Plus className="size-5" strokeWidth={1.5} aria-hidden="true" />
          )}
          {isInviting ? 'Close the form' : 'Invite someone'}
        </Button>
      </PageTitle>
      <div hidden={!isInviting} className="mt-5">
        <InviteMember
          key={attempt}
          isOpen={isInviting}
          isMailStored={data?.storesMails === true}
          onCancel={leaveForm}
          onInvited={leaveForm}
        />
      </div>
      <div className="mt-6 grid grid-cols-1 gap-10">
        {data && <MembersTable members={data.members} />}
        {data && data.invitations.length > 0 && <InvitationList {...data} />}
        {!data && query.error && <LoadFailed title="Failed to load the team" query={query} />}
        {!data && !query.error && <Spinner />}
      </div>
    </>
  );
}
