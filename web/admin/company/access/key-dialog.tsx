import { useEffect, useRef, useState } from 'react';
import type { Access, CreatedAccess } from '../../../../contract/company/accesses.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { errorMessage, showError } from '../../../ui/feedback/show-error.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { readAccessKey, useRenewAccess } from '../../api/accesses.ts';
import { Handover } from './handover.tsx';

interface KeyDialogProps {
  companyId: string;
  access: Access;
  onClose: () => void;
}

type ShownKey = { is: 'loading' } | { is: 'failed'; why: string } | { is: 'ready'; key: string };

/** Shows the key of a person, and renews it. */
export function KeyDialog({ companyId, access, onClose }: KeyDialogProps) {
  const [shown, setShown] = useState<ShownKey>({ is: 'loading' });
  const [renewed, setRenewed] = useState<CreatedAccess>();
  const renew = useRenewAccess(companyId, access.id);
  const hasAsked = useRef(false);

  useEffect(() => {
    if (hasAsked.current) return;
    hasAsked.current = true;
    readAccessKey(companyId, access.id).then(
      (key) => setShown({ is: 'ready', key }),
      (error: unknown) => setShown({ is: 'failed', why: errorMessage(error) }),
    );
  }, [companyId, access.id]);

  async function renewKey() {
    try {
      setRenewed(await renew.mutateAsync(undefined));
    } catch (error) {
      showError(error);
    }
  }

  if (renewed)
    return (
      <Modal key="renewed" title={`New key for ${access.name}`} isSheet onClose={onClose}>
        <Handover link={renewed.link} accessKey={renewed.accessKey} onClose={onClose} />
      </Modal>
    );
  return (
    <Modal key="key" title={`Access key of ${access.name}`} onClose={onClose}>
      <div className="mt-3 min-h-24">
        {shown.is === 'loading' && <Spinner />}
        {shown.is === 'failed' && (
          <p role="alert" className="text-danger">
            {shown.why}
          </p>
        )}
        {shown.is === 'ready' && <CurrentKey accessKey={shown.key} />}
      </div>
      <div className="mt-6 border-t border-line pt-4">
        <p className="text-[0.9375rem] text-soft">
          Renew the key if someone else may have seen it. The old key, links that were not used, and every
          browser that opened the portal with them stop working at once. Rights and history stay.
        </p>
        <Button
          shape="danger"
          size="small"
          className="mt-3 min-h-11"
          busy={renew.isPending}
          onClick={renewKey}
        >
          {renew.isPending ? 'Renewing...' : 'Renew the key'}
        </Button>
      </div>
    </Modal>
  );
}

function CurrentKey({ accessKey }: { accessKey: string }) {
  if (accessKey === '') return <p className="text-soft">This key cannot be decrypted. Renew it.</p>;
  return (
    <div className="grid justify-items-start gap-3">
      <code className="font-mono text-[0.9375rem] break-all">{accessKey}</code>
      <CopyButton size="small" text={accessKey} label="Copy key" done="Access key copied to clipboard!" />
    </div>
  );
}
