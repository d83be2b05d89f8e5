import type { AdminCompany } from '../../../contract/companies.ts';
import { Moment } from '../../signed-in/moment.tsx';
import { Modal } from '../components/modal.tsx';
import { DeleteCompany } from './delete-company.tsx';
import { EditCompany } from './edit-company.tsx';
import { RotateKey } from './rotate-key.tsx';

interface ManageCompanyProps {
  company: AdminCompany;
  onClose: () => void;
}

/** Everything that is not done every day, the harmless first and what cannot be undone last. */
export function ManageCompany({ company, onClose }: ManageCompanyProps) {
  return (
    <Modal title={company.name} onClose={onClose} isSheet>
      <p className="text-[0.9375rem] text-soft">
        Created <Moment at={company.created_at} />
      </p>
      <EditCompany company={company} onSaved={onClose} />
      <RotateKey company={company} />
      <DeleteCompany company={company} onDeleted={onClose} />
    </Modal>
  );
}
