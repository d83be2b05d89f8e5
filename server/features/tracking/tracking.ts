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

/** Most sessions of a company that begin to be shown as active within five minutes; the rest are only counted as visits. */
const presentMax = 10_000;
const presentOfAddressMax = 1_000;

/** Maximum different browsers, and operating systems, per company and day. Senders can invent their names. */
const agentNames = { max: 100, addressMax: 20 };

/** Maximum amounts of one order per day in the list of conflicts: from all senders together, and from one address. */
const reportedAmounts = { max: 20, addressMax: 3 };

export interface TrackingLimits {
  /** Events a second of one company. */
  companyEventsPerSecond: number;
  /** Different paths, and different referrer hosts, of one company and day. */
  distinctValuesPerDay: number;
}

interface TrackingDeps {
  db: Db;
  findCompany: (id: string) => Promise<TrackedCompany | undefined>;
  limits: TrackingLimits;
  metrics: Metrics;
  /** Called with each refusal of events of a company that exists. Must not throw or wait. */
  onRejected: (companyId: string, refusal: Rejection) => void;
  onFailure: (error: unknown, events: number) => void;
  now?: () => Date;
}

export interface Tracking {
  /** Resolves when the events are committed. Throws an AppError that says why they are refused. */
  track: (events: TrackingEvent[], sender: EventSender) => Promise<void>;
  /** Notes that events were refused for their shape; the company they name may not exist. */
  recordInvalid: (companyId: string, error: AppError, sender: EventSender) => Promise<void>;
  /** Resolves when every event taken is answered. */
  drained: () => Promise<void>;
}

export function createTracking({
  db,
  findCompany,
  limits,
  metrics,
  onRejected: onRefused,
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
  const browsers = new DistinctValues({ ...agentNames, windowMs: dayMs });
  const systems = new DistinctValues({ ...agentNames, windowMs: dayMs });
  const amounts = new DistinctValues({ ...reportedAmounts, windowMs: dayMs });
  const present = new DistinctValues({
    max: presentMax,
    addressMax: presentOfAddressMax,
    windowMs: activeWindowMs,
  });
  const replaced = metrics.labeledCounter(
    'northlight_values_replaced_total',
    'Values stored as "(other)" or "Other" because a company had too many different ones that day, and sessions not shown as active.',
    'dimension',
  );

  async function track(events: TrackingEvent[], sender: EventSender): Promise<void> {
    const companies = await requireCompanies(events);
    const note = (companyId: string, error: unknown) => {
      if (error instanceof AppError) onRefused(companyId, toRefusal(error, sender, events.length));
    };
    const agent = parseUserAgent(sender.userAgent);
    for (const [id, company] of companies) noting(note, [id], () => requireCompanyOrigin(company, sender));
    noting(note, companies.keys(), () => requireNoBot(agent, events, sender));
    const at = now();
    const accepted: AcceptedEvent[] = [];
    for (const event of events) {
      const id = event.companyId.toLowerCase();
      const company = companies.get(id);
      if (!company) continue;
      accepted.push(
        noting(note, [id], () => {
          requireValidOrder(event, company);
          const rows = toRows(event, agent, sender.userAgent, at);
          requireCompanyPage(rows, company);
          return rows;
        }),
      );
    }
    requireRoom(accepted, companies, sender.address);
    for (const rows of accepted) limitValues(rows, sender, at.getTime());
    await queue(accepted, companies);
    measured.accepted.count += events.length;
  }

  /** Each company has a separate queue, so that a request with events of several companies does not fill another's. */
  async function queue(accepted: AcceptedEvent[], companies: Map<string, unknown>): Promise<void> {
    const [first = ''] = companies.keys();
    if (companies.size === 1) return commits.add(first, accepted);
    const lanes = [...companies.keys()].map((id) =>
      commits.add(
        id,
        accepted.filter((rows) => companyOf(rows) === id),
      ),
    );
    await Promise.all(lanes);
  }

  /** Only accepted events count: what is refused anyway must not use up the limit of a company. */
  function requireRoom(accepted: AcceptedEvent[], companies: Map<string, unknown>, address: string): void {
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
    if (session && !present.admit(id, session.session_id, address, nowMs)) {
      replaced.add('session');
      session.is_present = false;
    }
  }

  async function store(items: AcceptedEvent[]): Promise<void> {
    const batch = toBatch(items);
    const { alteredRepeats: altered, duplicateOrders: contested } = await withDeadlockRetry(() =>
      storeBatch(db, batch, now()),
    );
    if (altered.size > 0) {
      measured.alteredRepeats.count += altered.size;
      for (const rows of items) {
        if (rows.event && altered.has(rows.event)) onRefused(rows.event.company_id, toAlteredRepeat(rows));
      }
    }
    if (contested.size === 0) return;
    const reports = items.filter(({ event }) => event && contested.has(event));
    measured.conflicts.count += await withDeadlockRetry(() =>
      resolveOrderConflicts(db, reports, now(), admitsAmount),
    );
  }

  /** Limits the amounts of one sender: few are kept per order, and they must not displace the shop's own report. */
  function admitsAmount({ event, address = '' }: AcceptedEvent): boolean {
    if (event?.order_id == null) return false;
    const key = `${event.company_id} ${event.source} ${event.order_id}`;
    return amounts.admit(key, String(Number(event.amount)), address, now().getTime());
  }

  async function noteInvalid(companyId: string, error: AppError, sender: EventSender): Promise<void> {
    if (await findCompany(companyId)) onRefused(companyId, toRefusal(error, sender, 1));
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

  return { track, recordInvalid: noteInvalid, drained: () => commits.drained() };
}

/** Runs a check; what it throws is noted for these companies. */
function noting<Result>(
  note: (companyId: string, error: unknown) => void,
  companyIds: Iterable<string>,
  check: () => Result,
): Result {
  try {
    return check();
  } catch (error) {
    for (const id of companyIds) note(id, error);
    throw error;
  }
}

const companyOf = ({ event, session }: AcceptedEvent) => (event ?? session)?.company_id;

function toRefusal(error: AppError, sender: EventSender, events: number): Rejection {
  const reason = error instanceof RejectionError ? error.reason : error.code;
  return { reason, message: error.message, events, ...sender };
}

function toAlteredRepeat({ origin, userAgent = '', address = '' }: AcceptedEvent): Rejection {
  const reason: RejectionReason = 'altered-repeat';
  return { reason, message: '', origin, userAgent, address, events: 1 };
}

/** Two processes met on the same rows, and the database rolled one of them back whole. */
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
