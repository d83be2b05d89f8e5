import { type ReportRecipient, reportLimits } from '../../../../contract/reports/reports.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { required } from '../../../ui/form/rules.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useChangeRecipient } from '../../api/reports.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { useRecipientChoices } from './use-recipient-choices.ts';

interface ChangeRecipientDialogProps {
  companyId: string;
  recipient: ReportRecipient;
  onClose: () => void;
}

export function ChangeRecipientDialog({ companyId, recipient, onClose }: ChangeRecipientDialogProps) {
  const change = useChangeRecipient(companyId, recipient.id);
  const hasAccess = recipient.accessId !== null;
  const { choices, check, fieldProps } = useRecipientChoices(() => {
    const { locale, seesMoney, isWeekly, isMonthly } = recipient;
    return { locale, seesMoney, isWeekly, isMonthly };
  });
  const form = useForm({
    fields: { name: recipient.name },
    rules: { name: required('Please enter a name') },
    submit: async ({ name }) => {
      if (!check()) return;
      // The name of a person with access is that of the access.
      await change.mutateAsync({ ...choices, ...(!hasAccess && { name }) });
      toast.success('The recipient was changed');
      onClose();
    },
  });
  return (
    <Modal title={`Change ${recipient.name}`} isSheet onClose={onClose}>
      <form {...form.props} className="mt-4 grid gap-7">
        {!hasAccess && (
          <TextField
            {...form.field('name')}
            label="Name"
            maxLength={reportLimits.nameLength}
            required
            autoComplete="off"
          />
        )}
        <RecipientFields {...fieldProps} hasAccess={hasAccess} />
        <FormButtons label="Save" busyLabel="Saving…" isBusy={form.isBusy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
