import type { AlertRecipient } from '../../../../contract/alerts/alerts.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { type AlertOwner, useAddAlertRecipient, useChangeAlertRecipient } from '../../api/alerts.ts';
import { browserTimeZone } from '../../companies/form/time-zones.ts';
import { RecipientForm } from './recipient-form.tsx';
import { useRecipientForm } from './use-recipient-form.ts';

interface NewRecipientDialogProps {
  owner: AlertOwner;
  timeZone: string | undefined;
  onClose: () => void;
}

export function NewRecipientDialog({ owner, timeZone, onClose }: NewRecipientDialogProps) {
  const add = useAddAlertRecipient(owner);
  const form = useRecipientForm({
    owner,
    recipient: undefined,
    timeZone: timeZone ?? browserTimeZone(),
    save: async (entered) => {
      const added = await add.mutateAsync(entered);
      toast.success(`${added.name} gets alerts from now on`);
      onClose();
    },
  });
  return (
    <Modal title="Add a recipient" isSheet onClose={onClose}>
      <RecipientForm owner={owner} form={form} isNew label="Add recipient" onCancel={onClose} />
    </Modal>
  );
}

interface ChangeRecipientDialogProps {
  owner: AlertOwner;
  recipient: AlertRecipient;
  onClose: () => void;
}

export function ChangeRecipientDialog({ owner, recipient, onClose }: ChangeRecipientDialogProps) {
  const change = useChangeAlertRecipient(owner, recipient.id);
  const form = useRecipientForm({
    owner,
    recipient,
    timeZone: recipient.timeZone,
    save: async ({ email: _, ...entered }) => {
      const changed = await change.mutateAsync(entered);
      toast.success(`${changed.name} saved`);
      onClose();
    },
  });
  return (
    <Modal title={`Change ${recipient.name}`} isSheet onClose={onClose}>
      <p className="mt-1 text-[0.9375rem] break-all text-soft">{recipient.email}</p>
      <RecipientForm owner={owner} form={form} isNew={false} label="Save" onCancel={onClose} />
    </Modal>
  );
}
