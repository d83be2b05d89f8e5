import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AdminCompany } from '../../../contract/companies.ts';
import { useReplaceKey } from '../../api/companies.ts';
import { Button } from '../../ui/button.tsx';
import { errorMessage } from '../../ui/feedback/show-error.ts';
import { AccessKey } from './access-key.tsx';

export function ReplaceKey({ company }: { company: AdminCompany }) {
  const [isAsking, setAsking] = useState(false);
  const rotate = useReplaceKey(company.id);

  async function replace() {
    try {
      await rotate.mutateAsync();
      setAsking(false);
    } catch {
      // Said below the question: the sheet would cover a toast.
    }
  }

  function ask() {
    if (rotate.isError) rotate.reset();
    setAsking(true);
  }

  return (
    <section aria-labelledby="key-title" className="mt-9 border-t border-line pt-6">
      <h3 id="key-title" className="font-medium">
        Access key
      </h3>
      <div role="status" className="mt-2">
        {rotate.data && (
          <p className="mb-1 text-live">The key is replaced. Hand the new one to the client:</p>
        )}
        <AccessKey
          key={rotate.data ?? company.access_key}
          accessKey={rotate.data ?? company.access_key}
          company={company.name}
        />
      </div>
      {isAsking ? (
        <div className="arriving mt-4 rounded-control bg-warn-wash p-4 text-warn">
          <p className="font-medium">Replace this key with a new one?</p>
          <p className="mt-1 text-[0.9375rem]">
            The old key stops working at once. Everybody who views this portal with it is led out within
            seconds and needs the new key. Tracking goes on; no data is lost.
          </p>
          {rotate.isError && (
            <p role="alert" className="mt-3 text-[0.9375rem] text-danger">
              {errorMessage(rotate.error)}
            </p>
          )}
          <div className="mt-4 flex flex-wrap gap-3">
            <Button size="small" busy={rotate.isPending} onClick={replace}>
              {rotate.isPending ? 'Replacing...' : 'Replace the key'}
            </Button>
            <Button size="small" shape="quiet" busy={rotate.isPending} onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </div>
        </div>
      ) : (
        <Button shape="secondary" size="small" className="mt-3" onClick={ask}>
          <KeyRound className="size-4" strokeWidth={1.5} aria-hidden="true" />
          Rotate key
        </Button>
      )}
    </section>
  );
}
