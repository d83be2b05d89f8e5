import { queryOptions } from '@tanstack/react-query';
import {
  type OverviewAnswer,
  type OverviewRow,
  overviewIdsMax,
} from '../../../../contract/company/overview.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { asAnswer, getJson } from '../../../api/client.ts';
import { GatheredRequests } from '../../../api/gathered-requests.ts';
import { figuresKey, queryClient } from '../../../api/query-client.ts';

export type OverviewCounts = NonNullable<OverviewRow['counts']>;

/** The figures of a company in a period, as far as the page knows them. */
export interface Figures {
  /** Null: the server does not know the company any more. */
  row: OverviewRow | null;
  /** The newest counts; null before the first. */
  counts: OverviewCounts | null;
  /** When the counts were answered; the row may be newer. 0 before the first. */
  countedAt: number;
  /** How many answers in a row had no counts. */
  attempts: number;
}

/** How long figures in view are shown before they are asked for again: no event reports that a visitor left. */
const pollMs = 30_000;
const failedPollMs = 15_000;
const shortestWaitMs = 500;
const longestWaitMs = 8_000;

/** Doubles with each answer without counts, because the server is counting. */
export const toWaitMs = (attempts: number): number =>
  Math.min(longestWaitMs, shortestWaitMs * 2 ** Math.max(0, attempts - 1));

/** Counts that were known stay on the screen while the server counts again. */
export function toFigures(row: OverviewRow | null, before: Figures | undefined, now: number): Figures {
  if (row?.counts) return { row, counts: row.counts, countedAt: now, attempts: 0 };
  const { counts = null, countedAt = 0, attempts = 0 } = before ?? {};
  return { row, counts, countedAt, attempts: row === null ? 0 : attempts + 1 };
}

const gathered = new GatheredRequests<OverviewRow | null>();

async function askFor(view: string, ids: string[]): Promise<OverviewRow[]> {
  const query = new URLSearchParams(view);
  for (const id of ids) query.append('id', id);
  const answer = await getJson(`${apiPaths.overview}?${query}`, { parse: asAnswer<OverviewAnswer>() });
  return answer.rows;
}

async function askInParts(view: string, ids: string[]): Promise<(OverviewRow | null)[]> {
  const parts: string[][] = [];
  for (let at = 0; at < ids.length; at += overviewIdsMax) parts.push(ids.slice(at, at + overviewIdsMax));
  const answered = await Promise.all(parts.map((part) => askFor(view, part)));
  const rows = new Map(answered.flat().map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id) ?? null);
}

/** The figures of a company. Those that are asked for in one moment are one request. `view`: the parameters of the period. */
export const figuresQuery = (view: string, companyId: string) =>
  queryOptions({
    queryKey: [...figuresKey, view, companyId] as const,
    queryFn: async ({ queryKey }): Promise<Figures> => {
      const row = await gathered.ask(view, companyId, (ids) => askInParts(view, ids));
      return toFigures(row, queryClient.getQueryData<Figures>(queryKey), Date.now());
    },
    staleTime: pollMs,
    gcTime: 30 * 60_000,
    refetchInterval: ({ state: { status, data } }) => {
      if (status === 'error') return failedPollMs;
      if (!data) return false;
      return data.attempts > 0 ? toWaitMs(data.attempts) : pollMs;
    },
  });
