import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Role } from '../../contract/account/roles.ts';
import { openAdminStream } from '../api/admin.ts';
import { adminKey, meKey } from '../api/query-client.ts';
import type { StreamState } from '../api/stream/reconnecting-stream.ts';
import { whileVisible } from '../api/stream/while-visible.ts';

const fallbackPollMs = 15_000;

/** Refetches cached data when the server reports a change, and the account when the session ends or gets another role. */
export function useAdminStream(role: Role | null): StreamState {
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');

  useEffect(() => {
    if (role === null) return;
    return whileVisible(() =>
      openAdminStream({
        onState: setState,
        // A request already under way is recent enough.
        onOpen: () => void client.invalidateQueries({ queryKey: ['admin'] }, { cancelRefetch: false }),
        onChange: (topics) => {
          for (const topic of topics) void client.invalidateQueries({ queryKey: adminKey(topic) });
        },
        onEnded: () => void client.invalidateQueries({ queryKey: meKey }),
      }),
    );
  }, [client, role]);

  // Polls while there is no stream, for example behind a proxy that blocks it.
  useEffect(() => {
    if (state !== 'reconnecting') return;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['admin'] }), fallbackPollMs);
    return () => clearInterval(timer);
  }, [client, state]);

  return state;
}
