import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AdminCompany } from '../../../contract/company/companies.ts';
import { Button } from '../../ui/button.tsx';
import { errorMessage } from '../../ui/feedback/show-error.ts';
import { useReplaceKey } from '../api/companies.ts';
import { AccessKey } from '../companies/access-key.tsx';

export function ReplaceKey({ company }: { company: AdminCompany }) {
  const [isAsking, setAsking] = useState(false);
  const replacement = useReplaceKey(company.id);

  async function replace() {
    try {
      await replacement.mutateAsync();
      setAsking(false);
    } catch {
      // Shown below the question, which stays open.
    }
  }

  function ask() {
    if (replacement.isError) replacement.reset();
    setAsking(true);
  }

  return (
    <section
      id="access-key"
      aria-labelledby="key-title"
      className="mt-12 scroll-mt-4 border-t border-line pt-5"
    >
      <h2 id="key-title" className="text-title">
        Access key
      </h2>
      <p className="mt-2 text-[0.9375rem] text-soft">
        Opens the portal for the client. Everyone who has it sees the numbers.
      </p>
      <div role="status" className="mt-2">
        {replacement.data && (
          <p className="mb-1 text-live">The key has been replaced. Send the new one to the client:</p>
        )}
        <AccessKey
          key={replacement.data ?? company.access_key}
          accessKey={replacement.data ?? company.access_key}
          company={company.name}
          isShownFirst={replacement.data !== undefined}
        />
      </div>
      {isAsking ? (
        <div className="arriving mt-4 rounded-control bg-warn-wash p-4 text-warn">
          <p className="font-medium">Replace this key with a new one?</p>
          <p className="mt-1 text-[0.9375rem]">
            The old key stops working at once. Everyone who opened the portal with it is signed out within
            seconds and needs the new key. Tracking continues, and no data is lost.
          </p>
          {replacement.isError && (
            <p role="alert" className="mt-3 text-[0.9375rem] text-danger">
              {errorMessage(replacement.error)}
            </p>
          )}
          <div className="mt-4 flex flex-wrap gap-3">
            <Button size="small" busy={replacement.isPending} onClick={replace}>
              {replacement.isPending ? 'Replacing...' : 'Replace the key'}
            </Button>
            <Button size="small" shape="quiet" busy={replacement.isPending} onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </div>
        </div>
      ) : (
        <Button shape="secondary" size="small" className="mt-3" onClick={ask}>
          <KeyRound className="size-4" strokeWidth={1.5} aria-hidden="true" />
          Replace key
        </Button>
      )}
    </section>
  );
}
