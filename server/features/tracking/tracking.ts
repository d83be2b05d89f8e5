import type { TrackingEvent } from '../../../contract/tracking.ts';
import type { Db } from '../../db/client.ts';
import type { DatabaseForm } from '../../db/database-form.ts';
import type { Notification } from '../../db/notifications/notifications.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { TrackedCompany } from '../companies/tracked-company.ts';
import { resolveOrderConflicts } from '../shop-orders/reported/order-conflicts.ts';
import { parseUserAgent } from './agent/user-agent.ts';
import { measureCommits } from './commit/commit-metrics.ts';
import { withDeadlockRetry } from './commit/deadlock-retry.ts';
import { GroupCommit } from './commit/group-commit.ts';
import { type AcceptedEvent, toBatch } from './event-batch.ts';
import { type SenderFacts, type TimedEvent, toRows, toTimedEvent } from './event-rows.ts';
import {
  type EventSender,
  isExcludedPage,
  isExcludedSender,
  requireCompanyOrigin,
  requireCompanyPage,
  requireNoBot,
  requireValidOrder,
} from './event-rules/event-rules.ts';
import { type FindCompany, requireCompanies } from './event-rules/require-companies.ts';
import { type FindPlace, toSenderPlace, unknownPlace } from './places/places.ts';
import type { Rejection } from './rejections/rejection-log.ts';
import { recordRejection, toRejection, toRejectionOfAccepted } from './rejections/to-rejection.ts';
import { directSource } from './sources/sources.ts';
import { storeInForm } from './store-batch.ts';
import { CompanyLimits, toEventLimit } from './value-limits/company-limits.ts';
import { DistinctValues } from './value-limits/distinct-values.ts';
import { maskCollected } from './value-limits/mask-emails.ts';
import { ValueLimits, type ValueLimitsOptions } from './value-limits/value-limits.ts';
import { toLocalDay, toSecondsLeft } from './visitors/local-days.ts';
import { RecentTabs } from './visitors/recent-tabs.ts';
import { type PortalTab, type StoredTab, toPortalTab } from './visitors/stored-tab.ts';
import { toNetworkText, toVisitorAddress } from './visitors/visitor-hash.ts';
import { type VisitorSalt, VisitorSalts } from './visitors/visitor-salts.ts';

const dayMs = 86_400_000;
const activeWindowMs = 300_000;

/** Maximum number of sessions of a company shown as active within five minutes. Further ones are only counted as visits. */
const activeSessionsMax = 10_000;
const activeSessionsOfAddressMax = 1_000;

/** Maximum number of different amounts of one order per day in its conflicts, from all senders and from one address. */
const reportedAmounts = { max: 20, addressMax: 3 };

export interface TrackingLimits extends ValueLimitsOptions {
  /** Events of one company per second. */
  companyEventsPerSecond: number;
}

interface TrackingDeps {
  db: Db;
  /** For salts, which are looked up before an event is queued: must answer in time for its response. */
  saltsDb?: Db;
  findCompany: FindCompany;
  /** Hashes the session ids of tabs in `active_sessions`. The same in every process. */
  sessionKey: Buffer;
  limits: TrackingLimits;
  /** Whether what looks like an email address is stored as "(email)". Default: true. */
  masksEmails?: boolean;
  metrics: Metrics;
  /** Without it, every country is unknown. */
  findPlace?: FindPlace;
  /** Called with each rejection of events of an existing company. Must not throw or wait. */
  onRejected: (companyId: string, rejection: Rejection) => void;
  onFailure: (error: unknown, events: number) => void;
  now?: () => Date;
  /** What the database is now. Default: one machine. */
  databaseForm?: () => DatabaseForm;
}

interface TrackedAnswer {
  accepted: number;
  dayEndsInSeconds: number;
}

export interface Tracking {
  /** The salts of the last days, with which visitors are recognized. */
  salts: VisitorSalts;
  /**
   * Resolves when the events are committed, with the number of those that are not left out by the company's settings
   * and the seconds until the day of the first event's company ends (zero if it stores no visitor ids). Throws an
   * AppError if they are rejected.
   */
  track: (events: TrackingEvent[], sender: EventSender) => Promise<TrackedAnswer>;
  /** Records that events did not match the schema. The company they name may not exist. */
  recordInvalid: (companyId: string, error: AppError, sender: EventSender) => Promise<void>;
  /** What `active_sessions` stores of an open portal. */
  toPortalTab: (tab: PortalTab) => StoredTab;
  onNotification: (notification: Notification) => void;
  /** To be called after notifications may have been missed. */
  catchUp: () => void;
  /** Resolves when every accepted event is answered. */
  drained: () => Promise<void>;
}

export function createTracking({
  db,
  saltsDb = db,
  findCompany,
  sessionKey,
  limits,
  masksEmails = true,
  metrics,
  findPlace = () => unknownPlace,
  onRejected,
  onFailure,
  now = () => new Date(),
  databaseForm = () => 'single',
}: TrackingDeps): Tracking {
  const tabs = new RecentTabs(sessionKey);
  const salts = new VisitorSalts(saltsDb, now, () => tabs.clear());
  // Every process forgets destroyed salts, not only the process that deletes them from the database.
  setInterval(() => salts.destroyDue(), 60_000).unref();
  const measured = measureCommits(metrics);
  const commits = new GroupCommit<AcceptedEvent>({
    commit: (items) => measured.time(items.length, () => store(items)),
    batchMax: 500,
    queueMax: 20_000,
    waitMaxMs: 1_800,
    companiesFailAlone: () => databaseForm() === 'distributed',
    onFailure,
  });
  metrics.gauge('northlight_queue_events', 'Events waiting for their commit.', () => commits.queuedItems);
  const companyLimits = new CompanyLimits(toEventLimit(limits.companyEventsPerSecond));
  const amounts = new DistinctValues({ ...reportedAmounts, windowMs: dayMs });
  const activeSessions = new DistinctValues({
    max: activeSessionsMax,
    addressMax: activeSessionsOfAddressMax,
    windowMs: activeWindowMs,
  });
  const replaced = metrics.labeledCounter(
    'northlight_values_replaced_total',
    'Values stored as "(other)" or "Other" because a company had too many different ones that day, properties left out, and sessions not shown as active.',
    'dimension',
  );
  const valueLimits = new ValueLimits(limits, replaced);

  async function track(events: TrackingEvent[], sender: EventSender): Promise<TrackedAnswer> {
    const companies = await requireCompanies(events, findCompany);
    const record = (companyId: string, error: unknown) => {
      if (error instanceof AppError) onRejected(companyId, toRejection(error, sender, events.length));
    };
    const agent = parseUserAgent(sender.userAgent);
    for (const [id, company] of companies)
      recordRejection(record, [id], () => requireCompanyOrigin(company, sender));
    recordRejection(record, companies.keys(), () => requireNoBot(agent, events, sender));
    const address = toVisitorAddress(sender.clientAddress);
    const facts: SenderFacts = {
      agent,
      place: toSenderPlace(findPlace(address), sender.proxyCountry),
      networkText: toNetworkText(address, sender.userAgent),
      origin: sender.origin,
    };
    const at = now();
    const accepted: AcceptedEvent[] = [];
    for (const event of events) {
      const id = event.companyId.toLowerCase();
      const company = companies.get(id);
      if (!company || isExcludedSender(company, address, event)) continue;
      const timed = toTimedEvent(event, company, at);
      const salt = findSalt(timed, company, at) ?? (await requireSalt(timed, company, at));
      const rows = recordRejection(record, [id], () => {
        requireValidOrder(event, company);
        const made = toRows(timed, company, facts, { salt, tabs });
        requireCompanyPage(made, company);
        return made;
      });
      if (isExcludedPage(company, rows.pagePath, event)) continue;
      if (masksEmails) maskCollected(rows);
      accepted.push(rows);
    }
    requireWithinLimits(accepted, companies, sender.address);
    for (const rows of accepted) limitValues(rows, sender, at.getTime());
    await queue(accepted, companies);
    measured.accepted.count += accepted.length;
    return {
      accepted: accepted.length,
      dayEndsInSeconds: toSecondsLeft(companies.get(events[0]?.companyId.toLowerCase() ?? ''), now()),
    };
  }

  function findSalt({ companyId, occurredMs }: TimedEvent, { timeZone }: TrackedCompany, at: Date) {
    return salts.findCached(companyId, toLocalDay(timeZone, occurredMs).date, at.getTime());
  }

  /** An event of a day whose salt is destroyed counts at the start of the current day, as with an implausible time. */
  async function requireSalt(
    timed: TimedEvent,
    { timeZone }: TrackedCompany,
    at: Date,
  ): Promise<VisitorSalt> {
    const found = await salts.find(timed.companyId, timeZone, timed.occurredMs);
    if (found) return found;
    timed.occurredMs = toLocalDay(timeZone, at.getTime()).startMs;
    const current = await salts.find(timed.companyId, timeZone, timed.occurredMs);
    if (!current) throw new Error('the salt of the current day is destroyed');
    return current;
  }

  /** Each company has a separate lane in the queue, so that one company's events do not fill another's lane. */
  async function queue(accepted: AcceptedEvent[], companies: Map<string, unknown>): Promise<void> {
    // All were left out.
    if (accepted.length === 0) return;
    const [first = ''] = companies.keys();
    if (companies.size === 1) return commits.add(first, accepted);
    const commitsByCompany = [...companies.keys()].map((id) =>
      commits.add(
        id,
        accepted.filter((rows) => rows.companyId === id),
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
        companies.size === 1 ? accepted.length : accepted.filter((rows) => rows.companyId === id).length;
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
    const { companyId: id, event } = rows;
    rows.origin = origin;
    rows.userAgent = userAgent;
    rows.address = address;
    if (event && valueLimits.apply(event, address, nowMs))
      onRejected(id, toRejectionOfAccepted('properties-left-out', rows));
    const { presence, tab } = rows;
    if (!presence || !tab) return;
    presence.page_url = event?.path ?? valueLimits.limitPath(id, presence.page_url, address, nowMs);
    tab.source =
      tab.source && presence.source === directSource ? tab.source : (event?.source ?? presence.source);
    presence.source = tab.source;
    const isOutdated = rows.atMs < (presence.has_left ? tab.seenMs : tab.leftMs);
    if (!isOutdated && presence.has_left) tab.leftMs = rows.atMs;
    if (!isOutdated && !presence.has_left) tab.seenMs = rows.atMs;
    if (isOutdated) rows.presence = undefined;
    else if (!presence.has_left && !activeSessions.admit(id, presence.session_id, address, nowMs)) {
      replaced.add('session');
      rows.presence = undefined;
    }
  }

  async function store(items: AcceptedEvent[]): Promise<void> {
    const batch = toBatch(items);
    const { alteredRepeats, duplicateOrders } = await withDeadlockRetry(() =>
      storeInForm(db, databaseForm(), batch, now()),
    );
    if (alteredRepeats.size === 0 && duplicateOrders.size === 0) items.forEach(rememberVisitor);
    if (alteredRepeats.size > 0) {
      measured.alteredRepeats.count += alteredRepeats.size;
      for (const rows of items) {
        if (rows.event && alteredRepeats.has(rows.event))
          onRejected(rows.event.company_id, toRejectionOfAccepted('altered-repeat', rows));
      }
    }
    if (duplicateOrders.size === 0) return;
    const reports = items.filter(({ event }) => event && duplicateOrders.has(event));
    measured.conflicts.count += await withDeadlockRetry(() =>
      resolveOrderConflicts(db, reports, now(), admitsAmount),
    );
  }

  /** Only if the event is stored for certain, also when its id was sent before. */
  function rememberVisitor({ event, tab, hasOwnTime }: AcceptedEvent): void {
    if (tab && hasOwnTime && (event?.kind === 'pageview' || event?.kind === 'event'))
      tab.isCounted = tab.visitorId === event.visitor_id;
  }

  /** Limits the amounts of one sender: only a few are stored for an order, and they must not displace the shop's own. */
  function admitsAmount({ event, address = '' }: AcceptedEvent): boolean {
    if (event?.order_id === undefined) return false;
    const key = `${event.company_id} ${event.reporter} ${event.order_id}`;
    return amounts.admit(key, String(Number(event.amount)), address, now().getTime());
  }

  async function recordInvalid(companyId: string, error: AppError, sender: EventSender): Promise<void> {
    if (await findCompany(companyId)) onRejected(companyId, toRejection(error, sender, 1));
  }

  return {
    salts,
    track,
    recordInvalid,
    toPortalTab: (tab) => toPortalTab(sessionKey, tab),
    onNotification: (notification) => {
      // A visitor may have been erased, and counts again with its next event.
      if (notification.kind === 'history-changed') tabs.clear();
    },
    catchUp: () => tabs.clear(),
    drained: () => commits.drained(),
  };
}
