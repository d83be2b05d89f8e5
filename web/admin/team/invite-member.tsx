import { useState } from 'react';
import { invitationDays } from '../../../contract/account/team.ts';
import { useInitialFocus } from '../../signed-in/use-initial-focus.ts';
import { errorField, errorMessage, showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { emailRule } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Panel } from '../../ui/panel.tsx';
import { useInviteMember } from '../api/team.ts';
import { RightsFields } from './rights-fields.tsx';
import { useRights } from './use-rights.ts';

interface InviteMemberProps {
  isOpen: boolean;
  /** Whether the server has no mail server. */
  isMailStored: boolean;
  onCancel: () => void;
  onInvited: () => void;
}

export function InviteMember({ isOpen, isMailStored, onCancel, onInvited }: InviteMemberProps) {
  const invite = useInviteMember();
  const rights = useRights({ role: 'manager', companies: [] });
  const [companiesError, setCompaniesError] = useState<string>();
  const form = useForm({
    fields: { email: '' },
    rules: { email: emailRule },
    submit: async ({ email }) => {
      setCompaniesError(undefined);
      const { email: invited } = await invite.mutateAsync({ email, ...rights.toRights() });
      const works = `The link in ${isMailStored ? 'the stored mail' : 'the mail'} works once, for ${invitationDays} days.`;
      toast.success(`${invited} is invited`, works);
      onInvited();
    },
    onError: (error) => {
      if (errorField(error) === 'companies') setCompaniesError(errorMessage(error));
      else showError(error);
    },
  });
  const ref = useInitialFocus(isOpen);

  return (
    <Panel labelledBy="invite-member" className="arriving max-w-[46rem] p-5 sm:p-7">
      <h2 id="invite-member" className="text-title">
        Invite someone to the team
      </h2>
      <p className="mt-2 text-[0.9375rem] text-soft">
        {isMailStored
          ? 'This server has no mail server: the invitation is a file in data/mail on the server, and you send its link yourself.'
          : 'The address gets a mail with a link.'}{' '}
        Only the owner of the address can accept.
      </p>
      <form {...form.props} ref={ref} className="mt-5 grid gap-6">
        <EmailField {...form.field('email')} autoComplete="off" />
        <RightsFields state={rights.state} onChange={rights.change} error={companiesError} />
        <FormButtons
          label="Send the invitation"
          busyLabel="Sending..."
          isBusy={form.isBusy}
          onCancel={onCancel}
        />
      </form>
    </Panel>
  );
}
