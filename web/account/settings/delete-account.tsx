import { useDeleteAccount } from '../../api/session/sign-out.ts';
import { browserChecked } from '../../signed-in/browser-checked.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { ProofFields, type ProofNeeds, proofRules, toProof } from './proof-fields.tsx';
import { RevealedForm } from './revealed-form.tsx';

/** Behind a button, with a typed address, so that no account is deleted by accident. */
export function DeleteAccount({ needs }: { needs: ProofNeeds }) {
  return (
    <RevealedForm title="Delete this account" isDangerous>
      {(close) => <DeleteForm needs={needs} onClose={close} />}
    </RevealedForm>
  );
}

function DeleteForm({ needs, onClose }: { needs: ProofNeeds; onClose: () => void }) {
  const remove = useDeleteAccount();
  const { props, field, isBusy } = useForm({
    fields: { email: '', password: '', code: '' },
    rules: {
      email: (typed) =>
        typed.toLowerCase() === needs.email ? undefined : 'This is not the address of your account.',
      ...proofRules,
    },
    submit: async ({ email, ...proof }) => {
      await remove.mutateAsync({ email, ...toProof(needs, proof) });
      toast.success('Your account was deleted.');
    },
    leaves: true,
  });
  return (
    <form {...browserChecked(props)} className="grid max-w-[26rem] gap-5">
      <TextField
        {...field('email')}
        label={`Type ${needs.email} to confirm`}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <ProofFields needs={needs} field={field} label="Password" />
      <FormButtons
        label="Delete my account"
        busyLabel="Deleting..."
        isBusy={isBusy}
        isDangerous
        onCancel={onClose}
      />
    </form>
  );
}
