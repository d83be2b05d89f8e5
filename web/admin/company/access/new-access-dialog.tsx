import { useState } from 'react';
import type { CreatedAccess } from '../../../../contract/company/accesses.ts';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { useCreateAccess } from '../../api/accesses.ts';
import { AccessForm } from './access-form.tsx';
import { Handover } from './handover.tsx';
import { useAccessForm } from './use-access-form.ts';

interface NewAccessDialogProps {
  company: AdminCompany;
  onClose: () => void;
}

/** Creates the access of a person, and then shows how they get in. */
export function NewAccessDialog({ company, onClose }: NewAccessDialogProps) {
  const { timeZone } = company;
  const create = useCreateAccess(company.id);
  const [sendsMail, setSendsMail] = useState(true);
  const [created, setCreated] = useState<CreatedAccess>();
  const form = useAccessForm({
    access: undefined,
    timeZone,
    save: async (entered) => {
      const { rights, ...rest } = entered;
      const sendsInvitation = sendsMail && entered.email !== null;
      const people = rights.filter((right) => right !== 'write-orders');
      setCreated(await create.mutateAsync({ kind: 'person', ...rest, rights: people, sendsInvitation }));
    },
  });
  if (created)
    return (
      <Modal key="created" title={`${created.access.name} has access`} isSheet onClose={onClose}>
        <Handover link={created.link} accessKey={created.accessKey} onClose={onClose} />
      </Modal>
    );
  return (
    <Modal key="new" title={`Give access to ${company.name}`} isSheet onClose={onClose}>
      <AccessForm
        form={form}
        isOfPerson
        timeZone={timeZone}
        label="Give access"
        busyLabel="Saving..."
        onCancel={onClose}
      >
        {form.field('email').value.trim() !== '' && (
          <CheckField
            name="sendsInvitation"
            label="Send the invitation by mail"
            hint="With a link that opens the portal once, with one tap."
            checked={sendsMail}
            onChange={({ currentTarget }) => setSendsMail(currentTarget.checked)}
          />
        )}
      </AccessForm>
    </Modal>
  );
}
