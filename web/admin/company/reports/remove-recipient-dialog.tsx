import type { ReportRecipient } from '../../../../contract/reports/reports.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useRemoveRecipient } from '../../api/reports.ts';

interface RemoveRecipientDialogProps {
  companyId: string;
  recipient: ReportRecipient;
  onClose: () => void;
}

export function RemoveRecipientDialog({ companyId, recipient, onClose }: RemoveRecipientDialogProps) {
  const { id, name } = recipient;
  const remove = useRemoveRecipient(companyId, id);
  async function act() {
    try {
      await remove.mutateAsync(undefined);
      toast.success(`${name} receives no more reports`);
      onClose();
    } catch (error) {
      showError(error);
    }
  }
  return (
    <Modal title={`Remove ${name}?`} onClose={onClose}>
      <p className="mt-2 text-[0.9375rem] text-soft">
        They receive no more reports of this company, and the links in their earlier mails stop working.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button shape="danger" busy={remove.isPending} onClick={act}>
          {remove.isPending ? 'Removing…' : 'Remove recipient'}
        </Button>
        <Button shape="quiet" busy={remove.isPending} onClick={onClose}>
          Keep
        </Button>
      </div>
    </Modal>
  );
}
