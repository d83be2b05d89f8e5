import { useState } from 'react';
import type { Access } from '../../../../contract/company/accesses.ts';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import type { CreatedShare } from '../../../../contract/company/shares.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useChangeShare, useCreateShare, useRevokeShare } from '../../api/shares.ts';
import { ShareAddressDialog } from './share-address-dialog.tsx';
import { ShareForm } from './share-form.tsx';
import { useShareForm } from './use-share-form.ts';

interface NewShareDialogProps {
  company: AdminCompany;
  /** The query of the view that the form begins with. */
  view: string;
  onClose: () => void;
}

/** Creates a share link, and then shows its address. */
export function NewShareDialog({ company, view, onClose }: NewShareDialogProps) {
  const { timeZone } = company;
  const create = useCreateShare(company.id);
  const [created, setCreated] = useState<CreatedShare>();
  const form = useShareForm({
    ...{ share: undefined, view, timeZone },
    save: async ({ password = null, ...entered }) =>
      setCreated(await create.mutateAsync({ ...entered, password })),
  });
  if (created)
    return (
      <ShareAddressDialog company={company} share={created.access} url={created.url} onClose={onClose} />
    );
  return (
    <Modal title={`Share a view of ${company.name}`} isSheet onClose={onClose}>
      <ShareForm
        form={form}
        timeZone={timeZone}
        label="Create link"
        busyLabel="Creating…"
        onCancel={onClose}
      />
    </Modal>
  );
}

interface ShareDialogProps {
  company: AdminCompany;
  share: Access;
  onClose: () => void;
}

export function ChangeShareDialog({ company, share, onClose }: ShareDialogProps) {
  const { timeZone } = company;
  const change = useChangeShare(company.id, share.id);
  const form = useShareForm({
    ...{ share, view: '', timeZone },
    save: async ({ view, seesMoney, ...entered }) => {
      // Without values that stay: another view ends the pages that show this one.
      await change.mutateAsync({
        ...entered,
        ...(view === share.share?.view ? {} : { view }),
        ...(seesMoney === share.rights.includes('money') ? {} : { seesMoney }),
      });
      toast.success('The link was changed. Its address is the same.');
      onClose();
    },
  });
  return (
    <Modal title={`Change ${share.name}`} isSheet onClose={onClose}>
      <ShareForm form={form} timeZone={timeZone} label="Save" busyLabel="Saving…" onCancel={onClose} />
    </Modal>
  );
}

export function RevokeShareDialog({ company, share, onClose }: ShareDialogProps) {
  const revoke = useRevokeShare(company.id, share.id);
  async function end() {
    try {
      await revoke.mutateAsync(undefined);
      toast.success(`The link ${share.name} was revoked`);
      onClose();
    } catch (error) {
      showError(error);
    }
  }
  return (
    <Modal title={`Revoke the link ${share.name}?`} onClose={onClose}>
      <p className="mt-2 text-[0.9375rem] text-soft">
        Its address stops working at once, and every page that shows or embeds it loses it within a second.
        This cannot be undone; a new link has another address.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button shape="danger" busy={revoke.isPending} onClick={end}>
          {revoke.isPending ? 'Revoking…' : 'Revoke link'}
        </Button>
        <Button shape="quiet" busy={revoke.isPending} onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Modal>
  );
}
