import {
  type CheckedCompany,
  findLastOrderAt,
  findLastSilenceEnd,
  listLastingAlertsOfCompany,
} from './detection.queries.ts';
import type { DetectionDeps } from './detection-deps.ts';
import { toFacts } from './finding-facts.ts';
import { measureGap, toInstant } from './local-day.ts';
import { type History, toSum } from './rules/history.ts';
import type { HourRates } from './rules/hour-rates.ts';
import { isNoCoincidence, knownDaysMin } from './rules/silence.ts';

interface Orders {
  profile: { history: History; orders: HourRates };
  /** Up to which instant all orders are in the history. */
  until: Date;
}

/** Starts or ends an alert about missing orders, by the same rule as a silence. */
export async function checkOrders(
  { db, alertLog }: DetectionDeps,
  company: CheckedCompany,
  { profile: { history, orders: rates }, until }: Orders,
): Promise<void> {
  const { id: companyId, time_zone: timeZone, counts_only_verified: onlyVerified } = company;
  const lasting = await listLastingAlertsOfCompany(db, companyId, ['no-orders', 'silence']);
  const missing = lasting.find(({ kind }) => kind === 'no-orders');
  // Like a silence, one of a kind that was switched off ends too.
  if (missing) await endMissing({ db, alertLog }, company, missing.began_at);
  // While nothing arrives at all, missing orders are no news.
  if (lasting.length > 0 || rates.days < knownDaysMin) return;
  if (company.kinds !== null && !company.kinds.includes('no-orders')) return;
  const last = findLastHour(history);
  if (!last) return;
  // While nothing arrived at all, no order could.
  const silentUntil = await findLastSilenceEnd(db, companyId);
  const lastHourEnd = toInstant(last.day, last.hour + 1, timeZone);
  const from = toLater(lastHourEnd, silentUntil);
  const isMissingSince = (start: Date) =>
    start < until && isNoCoincidence(measureGap(rates, start, until, timeZone), rates);
  if (!isMissingSince(from)) return;
  const lastAt = await findLastOrderAt(db, companyId, { onlyVerified });
  // The history has an order in the hour in which its visit began, which may be hours before the order.
  const start = toLater(from, lastAt);
  if (lastAt === null || !isMissingSince(start)) return;
  const gap = measureGap(rates, start, until, timeZone);
  const facts = toFacts(company, {
    ...{ kind: 'no-orders', since: lastAt.toISOString(), expected: gap.expected },
  });
  await alertLog.record({ companyId, subject: '', facts, beganAt: lastAt, lasts: true });
}

/**
 * Ends an alert when an order came after the last one, which it names. That a gap could be a coincidence by now is no reason: after weeks
 * without orders, none are usual.
 */
async function endMissing(
  { db, alertLog }: Pick<DetectionDeps, 'db' | 'alertLog'>,
  { id: companyId, counts_only_verified: onlyVerified }: CheckedCompany,
  beganAt: Date,
): Promise<void> {
  const endedAt = await findLastOrderAt(db, companyId, { onlyVerified });
  if (endedAt === null || endedAt <= beganAt) return;
  await alertLog.end({ companyId, kind: 'no-orders', subject: '', endedAt });
}

const toLater = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one);

/** The last hour with an order. */
function findLastHour(history: History): { day: string; hour: number } | undefined {
  const last = history.findLast(({ orders }) => toSum(orders) > 0);
  return last && { day: last.day, hour: last.orders.findLastIndex((count) => count > 0) };
}
