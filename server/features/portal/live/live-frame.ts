import type { ActiveVisitors, LiveFrame } from '../../../../contract/live.ts';
import type { Tx } from '../../../db/client.ts';
import { type PortalSource, readPortalSource } from '../portal.queries.ts';
import { type PresentVisitors, readPresentVisitors } from './live-visitors.queries.ts';
import { toLiveVisitors } from './live-visitors.ts';

/** Everything that a live frame carries, as it is stored. */
export interface LiveState extends PortalSource {
  present: PresentVisitors;
}

export async function readLiveState(tx: Tx, companyId: string, now: Date): Promise<LiveState> {
  // Presence last: a notification of newer presence arrives after this state was read.
  const source = await readPortalSource(tx, companyId);
  return { ...source, present: await readPresentVisitors(tx, companyId, now) };
}

export function toLiveFrame(
  { present, source, revision, lastEventAt }: LiveState,
  presence: 'visitors' | 'count',
): LiveFrame {
  return {
    active: toActive(present),
    liveVisitors: presence === 'visitors' ? toLiveVisitors(present) : null,
    ...{ source, revision },
    lastEventAt: lastEventAt?.toISOString() ?? null,
  };
}

/** The frame of streams that do not show who is there. A newer revision makes their pages ask again. */
export const toFrameWithoutPresence = ({ source, revision }: PortalSource): LiveFrame => ({
  ...{ active: null, liveVisitors: null, source, revision },
  lastEventAt: null,
});

export function toActive({ visitors, onPortal }: PresentVisitors): ActiveVisitors {
  return { total: visitors + onPortal, onSite: visitors, onPortal };
}
