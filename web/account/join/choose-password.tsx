import { useNavigate } from 'react-router';
import { browserChecked } from '../../signed-in/browser-checked.ts';
import { brand } from '../../site/brand.ts';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { joinTeam } from '../api/join.ts';
import { newPasswordRule } from '../components/account-rules.ts';
import { PanelIntro } from '../components/auth-layout.tsx';
import { NewPasswordField } from '../components/new-password-field.tsx';
import type { JoinProps } from './accept-invitation.tsx';
import { describeInvitation } from './describe-invitation.ts';

/** For an address without an account. */
export function ChoosePassword({ token, invitation, onProblem }: JoinProps) {
  const navigate = useNavigate();
  const { props, field, isBusy } = useForm({
    fields: { password: '' },
    rules: { password: newPasswordRule },
    leaves: true,
    submit: async ({ password }) => {
      await joinTeam({ token, password });
      toast.success(`Welcome to the team of ${brand().name}`);
      await navigate('/admin', { replace: true });
    },
    onError: (error) => {
      if (!onProblem(error)) showError(error);
    },
  });

  return (
    <>
      <PanelIntro title={`Join the team of ${brand().name}`}>
        <p>
          You are invited {describeInvitation(invitation)}. Choose a password for{' '}
          <span className="break-words text-ink">{invitation.email}</span>.
        </p>
      </PanelIntro>
      <form {...browserChecked(props)} className="mt-8 grid gap-6">
        {/* For password managers: the account of the password. */}
        <input type="text" name="username" autoComplete="username" value={invitation.email} readOnly hidden />
        <NewPasswordField {...field('password')} label="Password" />
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Joining...' : 'Join and sign in'}
        </Button>
      </form>
    </>
  );
}
