import { otherValue } from '../../../contract/constants.ts';
import type { RejectionReason } from '../../../contract/rejected-events.ts';
import type { TrackingEvent } from '../../../contract/tracking.ts';
import type { Db } from '../../db/client.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { TrackedCompany } from '../companies/companies.ts';
import { measureCommits } from './commit/commit-metrics.ts';
import { GroupCommit } from './commit/group-commit.ts';
import { type AcceptedEvent, toBatch, toRows } from './event-rows.ts';
import { CompanyLimits } from './event-rules/company-limits.ts';
import { DistinctValues } from './event-rules/distinct-values.ts';
import {
  type EventSender,
  requireCompanyOrigin,
  requireCompanyPage,
  requireNoBot,
  requireValidOrder,
} from './event-rules/event-rules.ts';
import { parseUserAgent, unknownUserAgent } from './event-rules/user-agent.ts';
import { foreignEventError, RejectionError } from './rejections/rejection-errors.ts';
import type { Rejection } from './rejections/rejection-log.ts';
import { resolveOrderConflicts } from './shop-orders/order-conflicts.ts';
import { storeBatch } from './tracking.queries.ts';

const dayMs = 86_400_000;
const activeWindowMs = 300_000;

/** Maximum number of sessions of a company shown as active within five minutes. Further ones are only counted as visits. */
const activeSessionsMax = 10_000;
const activeSessionsOfAddressMax = 1_000;

/** Maximum number of different browsers, and operating systems, of a company per day. Senders can invent names. */
const userAgentNames = { max: 100, addressMax: 20 };

/** Maximum number of different amounts of one order per day in its conflicts, from all senders and from one address. */
const reportedAmounts = { max: 20, addressMax: 3 };

export interface TrackingLimits {
  /** Events of one company per second. */
  companyEventsPerSecond: number;
  /** Different paths, and different referrer hosts, of one company per day. */
  distinctValuesPerDay: number;
}

interface TrackingDeps {
  db: Db;
  findCompany: (id: string) => Promise<TrackedCompany | undefined>;
  limits: TrackingLimits;
  metrics: Metrics;
  /** Called with each rejection of events of an existing company. Must not throw or wait. */
  onRejected: (companyId: string, rejection: Rejection) => void;
  onFailure: (error: unknown, events: number) => void;
  now?: () => Date;
}

export interface Tracking {
  /** Resolves when the events are committed. Throws an AppError if they are rejected. */
  track: (events: TrackingEvent[], sender: EventSender) => Promise<void>;
  /** Records that events did not match the schema. The company they name may not exist. */
  recordInvalid: (companyId: string, error: AppError, sender: EventSender) => Promise<void>;
  /** Resolves when every accepted event is answered. */
  drained: () => Promise<void>;
}

export function createTracking({
  db,
  findCompany,
  limits,
  metrics,
  onRejected,
  onFailure,
  now = () => new Date(),
}: TrackingDeps): Tracking {
  const measured = measureCommits(metrics);
  const commits = new GroupCommit<AcceptedEvent>({
    commit: (items) => measured.time(items.length, () => store(items)),
    batchMax: 500,
    queueMax: 20_000,
    waitMaxMs: 1_800,
    onFailure,
  });
  metrics.gauge('northlight_queue_events', 'Events waiting for their commit.', () => commits.queuedItems);
  const companyLimits = new CompanyLimits(limits.companyEventsPerSecond);
  const values = {
    max: limits.distinctValuesPerDay,
    addressMax: Math.max(50, Math.floor(limits.distinctValuesPerDay / 10)),
    windowMs: dayMs,
  };
  const paths = new DistinctValues(values);
  const referrers = new DistinctValues(values);
  const browsers = new DistinctValues({ ...userAgentNames, windowMs: dayMs });
  const systems = new DistinctValues({ ...userAgentNames, windowMs: dayMs });
  const amounts = new DistinctValues({ ...reportedAmounts, windowMs: dayMs });
  const activeSessions = new DistinctValues({
    max: activeSessionsMax,
    addressMax: activeSessionsOfAddressMax,
    windowMs: activeWindowMs,
  });
  const replaced = metrics.labeledCounter(
    'northlight_values_replaced_total',
    'Values stored as "(other)" or "Other" because a company had too many different ones that day, and sessions not shown as active.',
    'dimension',
  );

  async function track(events: TrackingEvent[], sender: EventSender): Promise<void> {
    const companies = await requireCompanies(events);
    const record = (companyId: string, error: unknown) => {
      if (error instanceof AppError) onRejected(companyId, toRejection(error, sender, events.length));
    };
    const agent = parseUserAgent(sender.userAgent);
    for (const [id, company] of companies)
      recordRejection(record, [id], () => requireCompanyOrigin(company, sender));
    recordRejection(record, companies.keys(), () => requireNoBot(agent, events, sender));
    const at = now();
    const accepted: AcceptedEvent[] = [];
    for (const event of events) {
      const id = event.companyId.toLowerCase();
      const company = companies.get(id);
      if (!company) continue;
      accepted.push(
        recordRejection(record, [id], () => {
          requireValidOrder(event, company);
          const rows = toRows(event, agent, sender.userAgent, at);
          requireCompanyPage(rows, company);
          return rows;
        }),
      );
    }
    requireWithinLimits(accepted, companies, sender.address);
    for (const rows of accepted) limitValues(rows, sender, at.getTime());
    await queue(accepted, companies);
    measured.accepted.count += events.length;
  }

  /** Each company has a separate lane in the queue, so that one company's events do not fill another's lane. */
  async function queue(accepted: AcceptedEvent[], companies: Map<string, unknown>): Promise<void> {
    const [first = ''] = companies.keys();
    if (companies.size === 1) return commits.add(first, accepted);
    const commitsByCompany = [...companies.keys()].map((id) =>
      commits.add(
        id,
        accepted.filter((rows) => companyOf(rows) === id),
      ),
    );
    await Promise.all(commitsByCompany);
  }

  /** Counts only accepted events, so that rejected ones do not use up the limit of a company. */
  function requireWithinLimits(
    accepted: AcceptedEvent[],
    companies: Map<string, unknown>,
    address: string,
  ): void {
    const nowMs = performance.now();
    for (const id of companies.keys()) {
      const events =
        companies.size === 1 ? accepted.length : accepted.filter((rows) => companyOf(rows) === id).length;
      const waitSeconds = companyLimits.consume(id, address, events, nowMs);
      if (waitSeconds === 0) continue;
      throw new AppError(429, 'too-many-requests', 'Too many events for this company. Try again later.', {
        headers: { 'retry-after': String(Math.ceil(waitSeconds)) },
      });
    }
  }

  function limitValues(
    rows: AcceptedEvent,
    { origin, userAgent, address }: EventSender,
    nowMs: number,
  ): void {
    const { event, session } = rows;
    rows.origin = origin;
    rows.userAgent = userAgent;
    rows.address = address;
    const row = event ?? session;
    if (!row) return;
    if (event) event.source = origin === undefined ? 'server' : 'page';
    const id = row.company_id;
    const path = event?.path ?? session?.entry_path ?? '';
    if (path !== '' && !paths.admit(id, path, address, nowMs)) {
      replaced.add('path');
      if (event) event.path = otherValue;
      if (session) session.entry_path = otherValue;
    }
    if (row.referrer_host !== '' && !referrers.admit(id, row.referrer_host, address, nowMs)) {
      replaced.add('referrer');
      if (event) event.referrer_host = otherValue;
      if (session) session.referrer_host = otherValue;
    }
    if (row.browser !== unknownUserAgent && !browsers.admit(id, row.browser, address, nowMs)) {
      replaced.add('browser');
      if (event) event.browser = unknownUserAgent;
      if (session) session.browser = unknownUserAgent;
    }
    if (row.os !== unknownUserAgent && !systems.admit(id, row.os, address, nowMs)) {
      replaced.add('os');
      if (event) event.os = unknownUserAgent;
      if (session) session.os = unknownUserAgent;
    }
    if (session && !activeSessions.admit(id, session.session_id, address, nowMs)) {
      replaced.add('session');
      session.is_present = false;
    }
  }

  async function store(items: AcceptedEvent[]): Promise<void> {
    const batch = toBatch(items);
    const { alteredRepeats, duplicateOrders } = await withDeadlockRetry(() => storeBatch(db, batch, now()));
    if (alteredRepeats.size > 0) {
      measured.alteredRepeats.count += alteredRepeats.size;
      for (const rows of items) {
        if (rows.event && alteredRepeats.has(rows.event))
          onRejected(rows.event.company_id, toAlteredRepeatRejection(rows));
      }
    }
    if (duplicateOrders.size === 0) return;
    const reports = items.filter(({ event }) => event && duplicateOrders.has(event));
    measured.conflicts.count += await withDeadlockRetry(() =>
      resolveOrderConflicts(db, reports, now(), admitsAmount),
    );
  }

  /** Limits the amounts of one sender: only a few are stored for an order, and they must not displace the shop's own. */
  function admitsAmount({ event, address = '' }: AcceptedEvent): boolean {
    if (event?.order_id == null) return false;
    const key = `${event.company_id} ${event.source} ${event.order_id}`;
    return amounts.admit(key, String(Number(event.amount)), address, now().getTime());
  }

  async function recordInvalid(companyId: string, error: AppError, sender: EventSender): Promise<void> {
    if (await findCompany(companyId)) onRejected(companyId, toRejection(error, sender, 1));
  }

  async function requireCompanies(events: TrackingEvent[]): Promise<Map<string, TrackedCompany>> {
    const companies = new Map<string, TrackedCompany>();
    for (const event of events) {
      const id = event.companyId.toLowerCase();
      if (companies.has(id)) continue;
      const company = await findCompany(id);
      if (!company) throw foreignEventError('company-unknown');
      companies.set(id, company);
    }
    return companies;
  }

  return { track, recordInvalid, drained: () => commits.drained() };
}

/** Runs a check. An error is recorded for these companies and thrown again. */
function recordRejection<Result>(
  record: (companyId: string, error: unknown) => void,
  companyIds: Iterable<string>,
  check: () => Result,
): Result {
  try {
    return check();
  } catch (error) {
    for (const id of companyIds) record(id, error);
    throw error;
  }
}

const companyOf = ({ event, session }: AcceptedEvent) => (event ?? session)?.company_id;

function toRejection(error: AppError, sender: EventSender, events: number): Rejection {
  const reason = error instanceof RejectionError ? error.reason : error.code;
  return { reason, message: error.message, events, ...sender };
}

function toAlteredRepeatRejection({ origin, userAgent = '', address = '' }: AcceptedEvent): Rejection {
  const reason: RejectionReason = 'altered-repeat';
  return { reason, message: '', origin, userAgent, address, events: 1 };
}

/** Retries after a deadlock: two processes locked the same rows, and the database rolled one of them back. */
async function withDeadlockRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
      if (!isDeadlock || attempt === 3) throw error;
    }
  }
}
