import { currency } from '../../../../contract/company/companies.ts';
import { type RecentEvent, recentEventsMax } from '../../../../contract/company/recent-events.ts';
import { unknownValue } from '../../../../contract/stats/model/dimensions.ts';
import { companyNotFound } from '../../access/access.ts';
import { toAmountText } from '../orders/order-amounts.ts';
import { startOfDay, toTimeRange, toZoned } from '../period/time-range.ts';
import type { Question } from '../sql/question.ts';
import { findStatsCompany } from '../stats.queries.ts';
import type { Asker, StatsDeps } from '../stats.ts';
import { listRecentEvents, recentMinutes } from './recent-events.queries.ts';
import { type RecentRow, toRecentRowsStatement } from './recent-rows.ts';

/**
 * The newest events of the site in the last half hour, newest first. Under fixed filters they are those that the statistics count:
 * the rows of a visit do not say by themselves which filters match.
 */
export async function listSeenEvents(deps: StatsDeps, asker: Asker): Promise<RecentEvent[]> {
  const { companyId, scope, now } = asker;
  const events =
    scope.filters.length === 0
      ? await listRecentEvents(deps.db, companyId, now)
      : await listFilteredEvents(deps, asker);
  return scope.seesMoney ? events : events.map((event) => ({ ...event, amount: null, currency: null }));
}

/**
 * The same from the segments and their tail, also those that the journal of changes has forgotten. Events of the site, also while
 * the portal shows demo data.
 */
export async function listFilteredEvents(
  { db, reader }: StatsDeps,
  { companyId, scope, now }: Asker,
): Promise<RecentEvent[]> {
  const company = await findStatsCompany(db, companyId);
  if (!company) throw companyNotFound();
  const { time_zone: timeZone } = company;
  // To the end of the second, as for every question.
  const until = Math.ceil(now.getTime() / 1000) * 1000;
  const since = until - recentMinutes * 60_000;
  const firstDay = startOfDay(toZoned(since, timeZone).toPlainDate(), timeZone).epochMilliseconds;
  const range = toTimeRange(firstDay, until, timeZone);
  const question: Question = { range, filters: scope.filters, goal: undefined };
  const rows = await reader.ask({ id: company.id, timeZone }, range, toRecentRowsStatement, question, {
    ...{ since, limit: recentEventsMax },
  });
  return rows.map((row) => toEvent(row, company.currency));
}

const kinds = { pageview: 'page-view', event: 'event', order: 'order' } as const;

function toEvent(row: RecentRow, main: string): RecentEvent {
  const { kind, at_ms: at, path, source, country, device } = row;
  return {
    at: new Date(Math.floor(at / 1000) * 1000).toISOString(),
    kind: kinds[kind],
    path,
    name: kind === 'event' ? row.event_name : null,
    amount: kind !== 'order' || row.amount === null ? null : toAmountText(row.amount, row.currency ?? main),
    currency: row.currency === null ? null : currency.parse(row.currency),
    source,
    country: country === unknownValue ? null : country,
    device: device ?? 'other',
  };
}
