import type { AdminCompany } from '../../../contract/companies.ts';
import { Modal } from '../../signed-in/modal.tsx';
import { Timestamp } from '../../signed-in/timestamp.tsx';
import { DeleteCompany } from './delete-company.tsx';
import { EditCompany } from './edit-company.tsx';
import { ReplaceKey } from './replace-key.tsx';

interface CompanySettingsProps {
  company: AdminCompany;
  onClose: () => void;
}

/** Everything that is not done every day, the harmless first and what cannot be undone last. */
export function CompanySettings({ company, onClose }: CompanySettingsProps) {
  return (
    <Modal title={company.name} onClose={onClose} isSheet>
      <p className="text-[0.9375rem] text-soft">
        Created <Timestamp at={company.created_at} />
      </p>
      <EditCompany company={company} onSaved={onClose} />
      <ReplaceKey company={company} />
      <DeleteCompany company={company} onDeleted={onClose} />
    </Modal>
  );
}
