import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { activeQuery, companyQuery, liveVisitorsQuery, openPortalStream } from '../api/portal.ts';
import { statsKey } from '../api/stats.ts';
import type { StreamState } from '../api/stream/reconnecting-stream.ts';
import { whileVisible } from '../api/stream/while-visible.ts';

/** New events change every answer, and the answers of a busy site would otherwise be asked for all the time. */
const refreshMs = 2_000;

/** Opens the portal's stream, writes its frames into the query cache and asks for new answers after events. */
export function useLivePortal(companyId: string): StreamState {
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');

  useEffect(() => {
    const active = activeQuery(companyId).queryKey;
    const visitors = liveVisitorsQuery(companyId).queryKey;
    const company = companyQuery(companyId).queryKey;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: statsKey(companyId) });
      }, refreshMs);
    };
    const stop = whileVisible(() =>
      openPortalStream(companyId, '24h', {
        onState: setState,
        onSnapshot: (snapshot) => {
          client.setQueryData(active, snapshot.active);
          client.setQueryData(visitors, snapshot.liveVisitors);
          const { source, lastEventAt } = snapshot.analytics;
          client.setQueryData(company, (before) => before && { ...before, source, lastEventAt });
          refresh();
        },
        onChange: (change) => {
          client.setQueryData(active, change.active);
          client.setQueryData(visitors, change.liveVisitors);
          const before = client.getQueryData(company);
          if (before?.lastEventAt === change.lastEventAt) return;
          client.setQueryData(company, before && { ...before, lastEventAt: change.lastEventAt });
          refresh();
        },
        onAccessLost: () => void client.invalidateQueries({ queryKey: company }),
      }),
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, companyId]);

  return state;
}
