import { type Health, healthStates } from '../../../contract/company/overview.ts';
import type { RejectionReason } from '../../../contract/company/rejected-events.ts';

export interface HealthFacts {
  /** When the oldest failure of building or reading the statistics began; null while all is well. */
  failedSince: Date | null;
  /** When the site sent its last event; null before the first. */
  lastEventAt: Date | null;
  /** Whether the portal shows demo data. */
  hasDemoData: boolean;
  /** Rejections of the last seven days by reason, most first. `firstDay`: the first local day with one. */
  rejections: readonly { reason: RejectionReason; count: number; firstDay: string }[];
}

/**
 * A site without an event for this long is silent. Two days: a small site may have none on a Sunday, whatever the time zones of
 * the company and of the server.
 */
const silentAfterMs = 48 * 3_600_000;

/** Reasons that are no fault of the site: bots and spam are not visits, and an altered repeat is answered like a repetition. */
const harmless: readonly RejectionReason[] = ['bot', 'spam-referrer', 'altered-repeat'];

type State = Health['state'];

/** The state of a company's site: the most serious of everything that is found. */
export function toHealth(facts: HealthFacts, now: Date): Health {
  const { failedSince, lastEventAt, hasDemoData } = facts;
  const refused = facts.rejections.filter(({ reason }) => !harmless.includes(reason));
  const [firstDay] = refused.map((each) => each.firstDay).toSorted();
  const isSilent = lastEventAt !== null && now.getTime() - lastEventAt.getTime() > silentAfterMs;
  const found: Record<State, boolean> = {
    'statistics-behind': failedSince !== null,
    'never-installed': lastEventAt === null && !hasDemoData,
    silent: isSilent,
    'events-refused': refused.length > 0,
    'demo-data': hasDemoData,
    receiving: true,
  };
  const state = healthStates.find((each) => found[each]) ?? 'receiving';
  const since: Record<State, string | null> = {
    'statistics-behind': failedSince?.toISOString() ?? null,
    'never-installed': null,
    silent: lastEventAt?.toISOString() ?? null,
    'events-refused': firstDay === undefined ? null : `${firstDay}T00:00:00.000Z`,
    'demo-data': null,
    receiving: lastEventAt?.toISOString() ?? null,
  };
  return { state, since: since[state], rejections: refused.map(({ reason, count }) => ({ reason, count })) };
}
