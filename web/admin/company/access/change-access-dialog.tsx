import type { Access } from '../../../../contract/company/accesses.ts';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useChangeAccess } from '../../api/accesses.ts';
import { AccessForm } from './access-form.tsx';
import { useAccessForm } from './use-access-form.ts';

interface ChangeAccessDialogProps {
  company: AdminCompany;
  access: Access;
  onClose: () => void;
}

export function ChangeAccessDialog({ company, access, onClose }: ChangeAccessDialogProps) {
  const { timeZone } = company;
  const change = useChangeAccess(company.id, access.id);
  const isOfPerson = access.kind === 'person';
  const form = useAccessForm({
    access,
    timeZone,
    save: async ({ email, filters, expiresAt, ...rest }) => {
      const isOtherEnd = expiresAt !== access.expiresAt;
      // The server accepts no filter that it cannot read, but keeps a stored one that is not sent.
      const hasOtherFilters = filters.join('\n') !== access.filters.join('\n');
      const ofPerson = isOfPerson ? { email, ...(isOtherEnd ? { expiresAt } : {}) } : {};
      const changed = await change.mutateAsync({
        ...rest,
        ...(hasOtherFilters ? { filters } : {}),
        ...ofPerson,
      });
      toast.success(`${changed.name} saved`, 'Open portals show the change at once.');
      onClose();
    },
  });
  return (
    <Modal title={`Change ${access.name}`} isSheet onClose={onClose}>
      <AccessForm
        form={form}
        isOfPerson={isOfPerson}
        timeZone={timeZone}
        label="Save"
        busyLabel="Saving..."
        onCancel={onClose}
      />
    </Modal>
  );
}
