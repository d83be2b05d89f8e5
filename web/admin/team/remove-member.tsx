import { useState } from 'react';
import type { TeamMember } from '../../../contract/account/team.ts';
import { Button } from '../../ui/button.tsx';
import { errorMessage } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useRemoveMember } from '../api/team.ts';

interface RemoveMemberProps {
  member: TeamMember;
  isOwn: boolean;
  onRemoved: () => void;
}

export function RemoveMember({ member, isOwn, onRemoved }: RemoveMemberProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveMember(member.id);

  async function confirm() {
    try {
      await remove.mutateAsync(undefined);
      toast.success(`${member.email} is no longer in the team`);
      onRemoved();
    } catch {
      // Shown below the question, which stays open.
    }
  }

  if (!isAsking) {
    return (
      <div className="mt-8 border-t border-line pt-3">
        <Button
          shape="quiet"
          size="small"
          className="-ml-3.5 hover:text-danger"
          onClick={() => {
            remove.reset();
            setAsking(true);
          }}
        >
          {isOwn ? 'Leave the team…' : 'Remove from the team…'}
        </Button>
      </div>
    );
  }
  return (
    <div className="arriving mt-8 rounded-control bg-warn-wash p-4 text-warn">
      <p className="font-medium">{isOwn ? 'Leave the team?' : `Remove ${member.email}?`}</p>
      <p className="mt-1 text-[0.9375rem]">
        {isOwn ? 'You are' : 'This person is'} signed out everywhere at once, and open pages end. The account
        stays, without rights. An owner can invite the address again.
      </p>
      {remove.isError && (
        <p role="alert" className="mt-3 text-[0.9375rem] text-danger">
          {errorMessage(remove.error)}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="small" shape="danger" busy={remove.isPending} onClick={confirm}>
          {remove.isPending ? 'Removing...' : isOwn ? 'Leave' : 'Remove'}
        </Button>
        <Button size="small" shape="quiet" busy={remove.isPending} onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
