import { useQueryClient } from '@tanstack/react-query';
import { browserChecked } from '../../signed-in/browser-checked.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { mySessionsQuery } from '../api/account-settings.ts';
import { requestPasswordReset } from '../api/password-reset.ts';
import { changePassword } from '../api/self-service.ts';
import { newPasswordRule } from '../components/account-rules.ts';
import { NewPasswordField } from '../components/new-password-field.tsx';
import { ResendButton } from '../sign-up/resend-button.tsx';
import { ProofFields, type ProofNeeds, proofRules } from './proof-fields.tsx';
import { RevealedForm } from './revealed-form.tsx';

/** A new password, with the current one or, for who has or knows none, by mail. */
export function PasswordForm({ needs }: { needs: ProofNeeds }) {
  return (
    <div className="grid gap-8">
      {needs.hasPassword && (
        <RevealedForm title="Change password">
          {(close) => <ChangePassword needs={needs} onClose={close} />}
        </RevealedForm>
      )}
      <div className="grid gap-3">
        <p className="max-w-[60ch] text-soft">
          {needs.hasPassword
            ? 'Forgot it? We mail you a link to choose a new one. Every browser is then signed out, including this one.'
            : 'Your account has no password. We mail you a link to set one. Every browser is then signed out, including this one.'}
        </p>
        <ResendButton
          label="Send me the link"
          send={() => requestPasswordReset(needs.email)}
          done="A link to choose a new password is on its way. It works for one hour."
        />
      </div>
    </div>
  );
}

function ChangePassword({ needs, onClose }: { needs: ProofNeeds; onClose: () => void }) {
  const client = useQueryClient();
  const { props, field, isBusy } = useForm({
    fields: { password: '', code: '', newPassword: '' },
    rules: { ...proofRules, newPassword: newPasswordRule },
    submit: async ({ password, code, newPassword }) => {
      await changePassword({ password, newPassword, ...(needs.hasTwoFactor && { code }) });
      toast.success('Your password was changed. Every other browser was signed out.');
      onClose();
      await client.invalidateQueries(mySessionsQuery);
    },
    leaves: true,
  });
  return (
    <form {...browserChecked(props)} className="grid max-w-[26rem] gap-5">
      <ProofFields needs={needs} field={field} label="Current password" />
      <NewPasswordField {...field('newPassword')} label="New password" what="new password" />
      <FormButtons label="Set the new password" busyLabel="Changing..." isBusy={isBusy} onCancel={onClose} />
    </form>
  );
}
