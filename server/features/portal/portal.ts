import type { Range } from '../../../contract/constants.ts';
import type { ActiveVisitors, Analytics, LiveChange, LiveVisitors } from '../../../contract/live.ts';
import type { Tx } from '../../db/client.ts';
import type { PresentVisitors } from './live/live-visitors.queries.ts';
import { toLiveVisitors } from './live/live-visitors.ts';
import { emptySeries, type PortalState, readPortalState } from './portal.queries.ts';

interface Bounds {
  from: number;
  to: number;
  bucketSeconds: number;
}

/** Each point of a long range reads a separate index page, so the number of points is limited. */
const allRangePoints = 140;

const spans: Record<Exclude<Range, 'all'>, { seconds: number; bucketSeconds: number }> = {
  '24h': { seconds: 86_400, bucketSeconds: 600 },
  '7d': { seconds: 7 * 86_400, bucketSeconds: 3_600 },
  '30d': { seconds: 30 * 86_400, bucketSeconds: 21_600 },
};

/** The bounds of a range (seconds since 1970), on whole buckets, so that a reload returns the same points. */
export function toBounds(range: Range, first: Date | null, now: Date): Bounds {
  const to = Math.ceil(now.getTime() / 1000);
  if (range !== 'all') {
    const { seconds, bucketSeconds } = spans[range];
    return { from: Math.floor((to - seconds) / bucketSeconds) * bucketSeconds, to, bucketSeconds };
  }
  const start = Math.min(first ? first.getTime() / 1000 : to - 3_600, to - 3_600);
  const bucketSeconds = Math.ceil((to - start) / allRangePoints / 60) * 60;
  return { from: Math.floor(start / bucketSeconds) * bucketSeconds, to, bucketSeconds };
}

interface PortalData {
  /** Without the currency, which is stored with the company. */
  analytics: Omit<Analytics, 'currency'>;
  active: ActiveVisitors;
  liveVisitors: LiveVisitors;
}

/** What a portal shows of a company over a range. */
export async function readPortalData(
  tx: Tx,
  companyId: string,
  range: Range,
  now: Date,
): Promise<PortalData> {
  const state = await readPortalState(tx, companyId, now);
  const { source } = state;
  const bounds = toBounds(range, null, now);
  const lastEventAt = state.lastEventAt?.toISOString() ?? null;
  return {
    analytics: { range, ...bounds, source, lastEventAt, latest: state.latest, series: emptySeries() },
    ...toLive(state.present),
  };
}

function toLive(present: PresentVisitors): { active: ActiveVisitors; liveVisitors: LiveVisitors } {
  return { active: toActive(present), liveVisitors: toLiveVisitors(present) };
}

export function toActive({ visitors, onPortal }: PresentVisitors): ActiveVisitors {
  return { total: visitors + onPortal, onSite: visitors, onPortal };
}

export function toLiveChange(state: PortalState): LiveChange {
  return {
    latest: state.latest,
    ...toLive(state.present),
    lastEventAt: state.lastEventAt?.toISOString() ?? null,
  };
}
