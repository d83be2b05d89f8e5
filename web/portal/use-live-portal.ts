import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LiveFrame } from '../../contract/live.ts';
import type { ViewPeriod } from '../../contract/stats/view.ts';
import { companyKey } from '../api/query-client.ts';
import type { StreamState } from '../api/stream/reconnecting-stream.ts';
import { whileVisible } from '../api/stream/while-visible.ts';
import { activeQuery, companyQuery, liveVisitorsQuery, openPortalStream } from './api/portal.ts';
import { statsKey } from './api/stats.ts';
import { hasEnded } from './dashboard/period/has-ended.ts';
import { toLocalDate, toLocalTime } from './dashboard/period/local-time.ts';
import { createRefresh } from './refresh-answers.ts';

const pollMs = 15_000;
const minuteMs = 60_000;

interface LiveView {
  timeZone?: string;
  /** Undefined on pages without figures of a period. */
  period?: ViewPeriod;
}

/**
 * Opens the portal's stream, writes its frames into the query cache and asks for new answers after events. A period that
 * is over stays as it is.
 */
export function useLivePortal(companyId: string, { timeZone = 'UTC', period }: LiveView = {}): StreamState {
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>('connecting');
  const isOver = useRef<() => boolean>(() => false);
  isOver.current = () => period !== undefined && hasEnded(period, toLocalTime(Date.now(), timeZone));

  useEffect(() => {
    const active = activeQuery(companyId).queryKey;
    const visitors = liveVisitorsQuery(companyId).queryKey;
    const company = companyQuery(companyId).queryKey;
    const refresh = createRefresh(async (isWhole) => {
      // Visible again, the page gets a snapshot, which asks for everything.
      if (!document.hidden) await refreshAnswers(client, companyId, isWhole);
    });
    const requestRefresh = () => {
      if (!isOver.current()) refresh.request();
    };
    let hasSnapshot = false;
    /** Shows a frame, and returns whether the statistics changed since the last one or since the page asked. */
    const show = (frame: LiveFrame): boolean => {
      client.setQueryData(active, frame.active);
      client.setQueryData(visitors, frame.liveVisitors);
      const before = client.getQueryData(company);
      const { source, revision, lastEventAt } = frame;
      const isSame = before?.source === source && before.revision === revision;
      if (before && !isSame) client.setQueryData(company, { ...before, source, revision, lastEventAt });
      return !isSame;
    };

    const stop = whileVisible(() =>
      openPortalStream(companyId, {
        onState: setState,
        onSnapshot: (frame) => {
          // A response still in flight is older than this snapshot.
          void client.cancelQueries({ queryKey: active });
          const isChanged = show(frame);
          const { lastEventAt } = frame;
          // The company and the figures were asked for separately: an event of that moment may be in the one alone.
          const isRecent = lastEventAt !== null && Date.now() - Date.parse(lastEventAt) < minuteMs;
          // A later snapshot follows missed changes, or demo data that was generated or cleared.
          if (hasSnapshot) void refreshAnswers(client, companyId, true);
          else if (isChanged || isRecent) requestRefresh();
          hasSnapshot = true;
        },
        onChange: (frame) => {
          if (show(frame)) requestRefresh();
        },
        onAccessLost: () => void client.invalidateQueries({ queryKey: company }),
      }),
    );
    return () => {
      refresh.stop();
      stop();
    };
  }, [client, companyId]);

  // Polls while there is no stream, for example behind a proxy that buffers it.
  useEffect(() => {
    if (state !== 'reconnecting') return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void client.invalidateQueries({ queryKey: companyKey(companyId) });
    }, pollMs);
    return () => clearInterval(timer);
  }, [client, companyId, state]);

  useMidnight(timeZone, () => void client.invalidateQueries({ queryKey: statsKey(companyId) }));
  return state;
}

/** Named periods such as "today" mean other days after the company's midnight, also while the site has no visitors. */
function useMidnight(timeZone: string, onMidnight: () => void): void {
  const run = useRef(onMidnight);
  run.current = onMidnight;
  useEffect(() => {
    const findDay = () => toLocalDate(Date.now(), timeZone);
    let day = findDay();
    return whileVisible(() => {
      const check = () => {
        const now = findDay();
        if (now === day) return;
        day = now;
        run.current();
      };
      check();
      const timer = setInterval(check, minuteMs);
      return () => clearInterval(timer);
    });
  }, [timeZone]);
}

/** Lists cost more than cards and charts, and are read more slowly. */
async function refreshAnswers(client: QueryClient, companyId: string, isWhole: boolean): Promise<void> {
  const isList = (key: readonly unknown[]) => key[3] === 'breakdown' || key[3] === 'orders';
  const asked = {
    queryKey: statsKey(companyId),
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => isWhole || !isList(queryKey),
  };
  // A first question that is under way would be shared, but it was asked before the event.
  await client.cancelQueries(asked);
  await client.invalidateQueries(asked);
}
