import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysMax, type CreatedApiKey } from '../../../../contract/shop/api-keys.ts';
import { useNow } from '../../../ui/use-now.ts';
import { apiKeysQuery } from '../../api/api-keys.ts';
import { SetupListFailed, SetupPanel } from '../setup-panel.tsx';
import { ApiKeyRow } from './api-key-row.tsx';
import { CreateKeyForm } from './create-key-form.tsx';
import { NewKey } from './new-key.tsx';

/** The keys with which the shop's server reports orders, for administrators. */
export function ApiKeysPanel({ companyId }: { companyId: string }) {
  const list = useQuery(apiKeysQuery(companyId));
  const keys = list.data;
  const [created, setCreated] = useState<CreatedApiKey>();
  const now = useNow(1000);
  return (
    <SetupPanel
      id="api-keys"
      title="API keys"
      lead="The shop's server reports orders with an API key, and these orders are verified. A key is a secret: keep it on the server, never in a page. Only administrators see this list."
    >
      {created && <NewKey key={created.apiKey.id} created={created} onClose={() => setCreated(undefined)} />}
      {!keys && <SetupListFailed what="API keys" list={list} />}
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
    </SetupPanel>
  );
}
