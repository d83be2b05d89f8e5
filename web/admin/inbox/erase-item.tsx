import { useState } from 'react';
import type { InboxItem } from '../../../contract/inbox.ts';
import { useDeleteInboxItem } from '../../api/inbox.ts';
import { Modal } from '../../signed-in/modal.tsx';
import { Button } from '../../ui/button.tsx';
import { errorMessage } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';

interface EraseItemProps {
  item: InboxItem;
  onErased: () => void;
}

export function EraseItem({ item, onErased }: EraseItemProps) {
  const [isAsking, setAsking] = useState(false);
  const erase = useDeleteInboxItem(item.id);

  async function confirm() {
    try {
      await erase.mutateAsync();
      toast.success('Erased');
      setAsking(false);
      onErased();
    } catch {
      // Shown in the dialog, which would cover a toast.
    }
  }

  return (
    <div className="mt-12 border-t border-line pt-4">
      <Button
        shape="quiet"
        size="small"
        className="-ml-3.5 hover:text-danger"
        onClick={() => {
          erase.reset();
          setAsking(true);
        }}
      >
        Erase…
      </Button>
      {isAsking && (
        <Modal title="Erase this permanently?" onClose={() => setAsking(false)}>
          <p className="mt-3 text-soft">
            This deletes what {item.name} wrote, the email address, your note and the mails about it. It
            cannot be undone. Copies in mailboxes are not deleted.
          </p>
          {erase.isError && (
            <p role="alert" className="mt-4 text-danger">
              {errorMessage(erase.error)}
            </p>
          )}
          <div className="mt-6 flex flex-wrap gap-3">
            <Button shape="danger" busy={erase.isPending} onClick={confirm}>
              {erase.isPending ? 'Erasing...' : 'Erase'}
            </Button>
            <Button shape="secondary" busy={erase.isPending} onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </div>
        </Modal>
      )}
    </div>
  );
}
