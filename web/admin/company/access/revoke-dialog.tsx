import type { Access } from '../../../../contract/company/accesses.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useRevokeAccess } from '../../api/accesses.ts';

interface RevokeDialogProps {
  companyId: string;
  access: Access;
  onClose: () => void;
}

export function RevokeDialog({ companyId, access, onClose }: RevokeDialogProps) {
  const revoke = useRevokeAccess(companyId, access.id);

  async function end() {
    try {
      await revoke.mutateAsync(undefined);
      toast.success(`${access.name} no longer has access`);
      onClose();
    } catch (error) {
      showError(error);
    }
  }

  return (
    <Modal title={`Revoke the access of ${access.name}?`} onClose={onClose}>
      <p className="mt-2 text-[0.9375rem] text-soft">
        The key and links stop working at once, and every browser that has the portal open with them loses it
        within a second. No one else is affected. This cannot be undone; you can give access again.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button shape="danger" busy={revoke.isPending} onClick={end}>
          {revoke.isPending ? 'Revoking...' : 'Revoke access'}
        </Button>
        <Button shape="quiet" busy={revoke.isPending} onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Modal>
  );
}
