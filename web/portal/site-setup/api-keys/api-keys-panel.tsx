import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysMax, type CreatedApiKey } from '../../../../contract/shop/api-keys.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { apiKeysQuery } from '../../api/api-keys.ts';
import { ApiKeyRow } from './api-key-row.tsx';
import { CreateKeyForm } from './create-key-form.tsx';
import { NewKey } from './new-key.tsx';

/** The keys with which the shop's server reports orders, for administrators. */
export function ApiKeysPanel({ companyId }: { companyId: string }) {
  const list = useQuery(apiKeysQuery(companyId));
  const { data: keys, error } = list;
  const [created, setCreated] = useState<CreatedApiKey>();
  const now = useNow(1000);
  return (
    <Panel labelledBy="api-keys" className="mt-6 p-5 sm:p-8 lg:px-10">
      <h2 id="api-keys" className="text-title">
        API keys
      </h2>
      <p className="mt-2 max-w-[66ch] text-soft">
        The shop's server reports orders with an API key, and these orders are verified. A key is a secret:
        keep it on the server, never in a page. Only administrators see this list.
      </p>
      {created && <NewKey key={created.apiKey.id} created={created} onClose={() => setCreated(undefined)} />}
      {error && !keys && (
        <div className="mt-5">
          <LoadFailed
            title="Failed to load API keys"
            message={error.message}
            isBusy={list.isFetching}
            onRetry={list.refetch}
          />
        </div>
      )}
      {keys?.length === 0 && (
        <p className="mt-5 text-soft">
          There is no API key yet. Create one for each server that reports orders.
        </p>
      )}
      {keys && keys.length > 0 && (
        <ul className="mt-5">
          {keys.map((apiKey) => (
            <ApiKeyRow
              key={apiKey.id}
              companyId={companyId}
              apiKey={apiKey}
              now={now}
              onReplaced={setCreated}
            />
          ))}
        </ul>
      )}
      {keys && keys.length < apiKeysMax && <CreateKeyForm companyId={companyId} onCreated={setCreated} />}
      {keys && keys.length >= apiKeysMax && (
        <p className="mt-5 border-t border-line pt-5 text-soft">
          A company has at most {apiKeysMax} keys. End one that is no longer used to create another.
        </p>
      )}
    </Panel>
  );
}
