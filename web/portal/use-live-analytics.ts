import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Range } from '../../contract/constants.ts';
import { activeQuery, analyticsQuery, companyQuery, openPortalStream } from '../api/portal.ts';
import type { StreamState } from '../api/stream/reconnecting-stream.ts';
import { whileVisible } from '../api/stream/while-visible.ts';
import { applyLiveChange } from './apply-live-change.ts';

/** Opens the portal's stream and writes its frames into the query cache. */
export function useLiveAnalytics(companyId: string, range: Range): StreamState {
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');

  useEffect(() => {
    const analyticsKey = analyticsQuery(companyId, range).queryKey;
    const activeKey = activeQuery(companyId).queryKey;
    return whileVisible(() =>
      openPortalStream(companyId, range, {
        onState: setState,
        onSnapshot: async (snapshot) => {
          // A response still in flight is older than this snapshot.
          void client.cancelQueries({ queryKey: analyticsKey });
          void client.cancelQueries({ queryKey: activeKey });
          client.setQueryData(analyticsKey, snapshot.analytics);
          client.setQueryData(activeKey, snapshot.active);
        },
        onChange: (change) => {
          client.setQueryData(analyticsKey, (before) => before && applyLiveChange(before, change));
          client.setQueryData(activeKey, change.active);
        },
        onAccessLost: () => void client.invalidateQueries({ queryKey: companyQuery(companyId).queryKey }),
      }),
    );
  }, [client, companyId, range]);

  return state;
}
