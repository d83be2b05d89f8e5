import { useState } from 'react';
import type { TeamMember } from '../../../contract/account/team.ts';
import { Modal } from '../../signed-in/modal.tsx';
import { errorField, errorMessage } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useChangeMember } from '../api/team.ts';
import { RemoveMember } from './remove-member.tsx';
import { RightsFields } from './rights-fields.tsx';
import { useRights } from './use-rights.ts';

interface EditMemberProps {
  member: TeamMember;
  isOwn: boolean;
  onClose: () => void;
}

export function EditMember({ member, isOwn, onClose }: EditMemberProps) {
  const save = useChangeMember(member.id);
  const rights = useRights(member);
  const [problem, setProblem] = useState<{ isAboutCompanies: boolean; message: string }>();
  const form = useForm({
    fields: {},
    submit: async () => {
      setProblem(undefined);
      await save.mutateAsync(rights.toRights());
      toast.success('Rights changed', `They apply to ${member.email} at once.`);
      onClose();
    },
    // In the dialog, which would cover a toast.
    onError: (error) =>
      setProblem({ isAboutCompanies: errorField(error) === 'companies', message: errorMessage(error) }),
  });
  const hasNewRole = rights.state.role !== member.role;

  return (
    <Modal title={member.email} onClose={onClose}>
      <form {...form.props} className="mt-5 grid gap-6">
        <RightsFields
          state={rights.state}
          onChange={rights.change}
          error={problem?.isAboutCompanies ? problem.message : undefined}
        />
        {hasNewRole && (
          <p className="rounded-control bg-warn-wash p-4 text-[0.9375rem] text-warn">
            {isOwn
              ? 'This is your own role. You lose what the new one does not include, and your other browsers are signed out.'
              : 'With another role, this person is signed out everywhere and has to sign in again.'}
          </p>
        )}
        {problem && !problem.isAboutCompanies && (
          <p role="alert" className="text-[0.9375rem] text-danger">
            {problem.message}
          </p>
        )}
        <FormButtons label="Save" busyLabel="Saving..." isBusy={form.isBusy} onCancel={onClose} />
      </form>
      <RemoveMember member={member} isOwn={isOwn} onRemoved={onClose} />
    </Modal>
  );
}
