import type { AdminCompany } from '../../../contract/company/companies.ts';
import { Modal } from '../../signed-in/modal.tsx';
import { Timestamp } from '../../signed-in/timestamp.tsx';
import { DeleteCompany } from './delete-company.tsx';
import { EditCompany } from './edit-company.tsx';
import { ReplaceKey } from './replace-key.tsx';

interface CompanySettingsProps {
  company: AdminCompany;
  onClose: () => void;
}

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
