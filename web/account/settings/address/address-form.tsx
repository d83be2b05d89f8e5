import { useQuery } from '@tanstack/react-query';
import type { PendingAddress } from '../../../../contract/account/self-service.ts';
import { browserChecked } from '../../../signed-in/browser-checked.ts';
import { Timestamp } from '../../../signed-in/timestamp.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { EmailField } from '../../../ui/form/email-field.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { myAddressQuery, useChangeAddress, useWithdrawAddress } from '../../api/self-service.ts';
import { accountEmailRule } from '../../components/account-rules.ts';
import { ProofFields, type ProofNeeds, proofRules, toProof } from '../proof-fields.tsx';
import { RevealedForm } from '../revealed-form.tsx';

/** The address of the account: a form for a new one, or the new one that waits for its confirmation. */
export function AddressForm({ needs }: { needs: ProofNeeds }) {
  const query = useQuery(myAddressQuery);
  if (!query.data) {
    return query.error ? (
      <LoadFailed title="Failed to load your address" query={query} />
    ) : (
      <p role="status" className="text-soft">
        Loading...
      </p>
    );
  }
  const { pending } = query.data;
  return (
    <div className="grid gap-5">
      <p className="break-words">
        <span className="text-soft">Now: </span>
        <strong className="font-medium">{needs.email}</strong>
      </p>
      <div role="status">{pending && <PendingChange pending={pending} />}</div>
      {!pending && (
        <RevealedForm title="Change address">
          {(close) => <RequestChange needs={needs} onClose={close} />}
        </RevealedForm>
      )}
    </div>
  );
}

function PendingChange({ pending }: { pending: NonNullable<PendingAddress['pending']> }) {
  const withdraw = useWithdrawAddress();
  return (
    <div className="arriving grid max-w-[36rem] gap-4 rounded-control bg-live-wash px-5 py-4">
      <p className="font-medium break-words">{pending.newEmail}</p>
      <p className="text-soft">
        A message with a link is on its way to this address. Open the link in this browser before{' '}
        <Timestamp at={pending.expiresAt} />. Until then nothing changes.
      </p>
      <div>
        <Button
          shape="secondary"
          size="small"
          busy={withdraw.isPending}
          onClick={() =>
            withdraw.mutate(undefined, {
              onSuccess: () => toast.success('The change was withdrawn. Its link no longer works.'),
              onError: (failure) => showError(failure),
            })
          }
        >
          {withdraw.isPending ? 'Withdrawing...' : 'Withdraw'}
        </Button>
      </div>
    </div>
  );
}

function RequestChange({ needs, onClose }: { needs: ProofNeeds; onClose: () => void }) {
  const change = useChangeAddress();
  const { props, field, isBusy } = useForm({
    fields: { newEmail: '', password: '', code: '' },
    rules: { newEmail: accountEmailRule, ...proofRules },
    submit: ({ newEmail, ...proof }) => change.mutateAsync({ newEmail, ...toProof(needs, proof) }),
  });
  return (
    <form {...browserChecked(props)} className="grid max-w-[26rem] gap-5">
      <EmailField {...field('newEmail')} label="New address" />
      <ProofFields needs={needs} field={field} label="Password" />
      <FormButtons
        label="Send a link to the new address"
        busyLabel="Sending..."
        isBusy={isBusy}
        onCancel={onClose}
      />
    </form>
  );
}
