import { useState } from 'react';
import { type Access, type CreatedLink, invitationDays } from '../../../../contract/company/accesses.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { useCreateLink } from '../../api/accesses.ts';
import { Handover } from './handover.tsx';

interface LinkDialogProps {
  companyId: string;
  access: Access;
  onClose: () => void;
}

/** Another link for a person: mailed, or to copy and scan. */
export function LinkDialog({ companyId, access, onClose }: LinkDialogProps) {
  const create = useCreateLink(companyId, access.id);
  const [created, setCreated] = useState<CreatedLink>();

  async function send(sendsMail: boolean) {
    try {
      setCreated(await create.mutateAsync(sendsMail));
    } catch (error) {
      showError(error);
    }
  }

  if (created)
    return (
      <Modal key="created" title={`New link for ${access.name}`} isSheet onClose={onClose}>
        <Handover link={created.link} onClose={onClose} />
      </Modal>
    );
  return (
    <Modal key="question" title={`New link for ${access.name}`} onClose={onClose}>
      <p className="mt-2 text-[0.9375rem] text-soft">
        The link opens the portal once, within {invitationDays} days. Links that were sent before and not used
        keep working.
        {access.email === null && ' To mail it, enter an address with “Change” first.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {access.email !== null && (
          <Button busy={create.isPending} className="max-w-full break-all" onClick={() => send(true)}>
            Mail it to {access.email}
          </Button>
        )}
        <Button
          shape={access.email === null ? 'primary' : 'secondary'}
          busy={create.isPending}
          onClick={() => send(false)}
        >
          Show link and QR code
        </Button>
      </div>
    </Modal>
  );
}
