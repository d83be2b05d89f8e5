import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openAdminStream } from '../api/admin.ts';
import { adminKey, meKey } from '../api/query-client.ts';
import type { StreamState } from '../api/stream/reconnecting-stream.ts';
import { whileVisible } from '../api/stream/while-visible.ts';

const fallbackPollMs = 15_000;

/** Has what is shown asked for again when the server tells that it changed; and who we are, when that ends. */
export function useAdminStream(isAdmin: boolean): StreamState {
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');

  useEffect(() => {
    if (!isAdmin) return;
    return whileVisible(() =>
      openAdminStream({
        onState: setState,
        // An answer that is on its way is new enough.
        onOpen: () => void client.invalidateQueries({ queryKey: ['admin'] }, { cancelRefetch: false }),
        onChange: (topics) => {
          for (const topic of topics) void client.invalidateQueries({ queryKey: adminKey(topic) });
        },
        onEnded: () => void client.invalidateQueries({ queryKey: meKey }),
      }),
    );
  }, [client, isAdmin]);

  // Without a stream (a proxy may swallow it) the pages are slower, not dead.
  useEffect(() => {
    if (state !== 'reconnecting') return;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['admin'] }), fallbackPollMs);
    return () => clearInterval(timer);
  }, [client, state]);

  return state;
}
