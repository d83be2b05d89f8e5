import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { StatsSummary } from '../../../../contract/stats/answers.ts';
import { toAskAgainMs } from '../../../api/query-client.ts';
import { statsKey, summaryQuery } from '../../api/stats.ts';
import { toPendingSentence } from './pending-sentence.ts';
import { usePortal } from './use-portal.ts';

/** No event announces that more has been counted. */
const refreshMs = 5_000;

/** Shows what the figures of the portal do not count yet, and asks for all of them again when they count more. */
export function PendingNotice() {
  const { company, view } = usePortal();
  const { data: summary } = useQuery({
    ...summaryQuery(company.id, view),
    refetchInterval: (query) => (query.state.data?.pending ? refreshMs : toAskAgainMs(query)),
  });
  const pending = summary?.pending ?? null;
  useRefreshWhenCounted(company.id, summary);

  // Always in the page, so that screen readers announce the sentence when it appears.
  return (
    <div aria-live="polite" className={pending ? undefined : 'sr-only'}>
      {pending && (
        <p className="flex items-start gap-3 rounded-panel border border-line bg-raised px-5 py-4 text-note text-soft">
          <Hourglass className="mt-0.5 size-4 shrink-0" strokeWidth={1.5} aria-hidden="true" />
          {toPendingSentence(pending, company.timeZone)}
        </p>
      )}
    </div>
  );
}

function useRefreshWhenCounted(companyId: string, summary: StatsSummary | undefined): void {
  const client = useQueryClient();
  // How many newer events are known changes all the time.
  const state = summary && JSON.stringify({ ...summary.pending, events: undefined });
  const before = useRef(state);
  useEffect(() => {
    if (state === undefined || before.current === state) return;
    const isFirst = before.current === undefined;
    before.current = state;
    if (isFirst) return;
    void client.invalidateQueries({ queryKey: statsKey(companyId) });
  }, [client, companyId, state]);
}
