import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Role } from '../../contract/account/roles.ts';
import type { AdminChange, AdminTopic } from '../../contract/admin.ts';
import { openAdminStream } from '../api/admin.ts';
import { adminKey, figuresKey, meKey } from '../api/query-client.ts';
import { collectChanges } from '../api/stream/collect-changes.ts';
import type { StreamState } from '../api/stream/reconnecting-stream.ts';
import { whileVisible } from '../api/stream/while-visible.ts';

const fallbackPollMs = 15_000;
/** How often figures that changed are asked for again at most. */
const figuresMs = 2_000;
/** Every event changes a company, but rarely what its list and settings show. */
const companiesMs = 5_000;

/** Refetches cached data when the server reports a change, and the account when the session ends or gets another role. */
export function useAdminStream(role: Role | null): StreamState {
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');

  useEffect(() => {
    if (role === null) return;
    return whileVisible(() => {
      const changes = applyChanges(client);
      const close = openAdminStream({
        onState: setState,
        // A request already under way is recent enough.
        onOpen: () => void client.invalidateQueries({ queryKey: ['admin'] }, { cancelRefetch: false }),
        onChange: changes.add,
        onEnded: () => void client.invalidateQueries({ queryKey: meKey }),
      });
      return () => {
        close();
        changes.close();
      };
    });
  }, [client, role]);

  // Polls while there is no stream, for example behind a proxy that blocks it.
  useEffect(() => {
    if (state !== 'reconnecting') return;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['admin'] }), fallbackPollMs);
    return () => clearInterval(timer);
  }, [client, state]);

  return state;
}

const anyCompany = 'any';

/** Marks what changed as outdated: what is on the screen is asked for again, the rest when it is shown. */
function applyChanges(client: QueryClient) {
  const reload = (topics: Iterable<AdminTopic>) => {
    for (const topic of topics) void client.invalidateQueries({ queryKey: adminKey(topic) });
  };
  const topics = collectChanges<AdminTopic>(reload, companiesMs);
  const companies = collectChanges<string>((ids) => {
    const isChanged = (id: unknown) => ids.has(anyCompany) || (typeof id === 'string' && ids.has(id));
    void client.invalidateQueries({
      queryKey: figuresKey,
      predicate: ({ queryKey }) => isChanged(queryKey.at(-1)),
    });
  }, figuresMs);

  return {
    add: (change: AdminChange) => {
      const isOfCompanies = change.topics.includes('companies');
      reload(change.topics.filter((topic) => topic !== 'companies'));
      if (!isOfCompanies) return;
      topics.add(['companies']);
      companies.add(change.companyIds ?? [anyCompany]);
    },
    close: () => {
      topics.close();
      companies.close();
    },
  };
}
