import type { TrackingEvent } from '../../../contract/tracking.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { TrackedCompany } from '../companies/tracked-company.ts';
import { parseUserAgent } from './agent/user-agent.ts';
import type { AcceptedEvent } from './event-batch.ts';
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
import { type FindPlace, toSenderPlace } from './places/places.ts';
import type { Rejection } from './rejections/rejection-log.ts';
import { recordRejection, toRejection, toRejectionOfAccepted } from './rejections/to-rejection.ts';
import { directSource } from './sources/sources.ts';
import { CompanyLimits, toEventLimit } from './value-limits/company-limits.ts';
import { DistinctValues } from './value-limits/distinct-values.ts';
import { maskCollected } from './value-limits/mask-emails.ts';
import { ValueLimits, type ValueLimitsOptions } from './value-limits/value-limits.ts';
import { toLocalDay } from './visitors/local-days.ts';
import type { RecentTabs } from './visitors/recent-tabs.ts';
import { toNetworkText, toVisitorAddress } from './visitors/visitor-hash.ts';
import type { VisitorSalt, VisitorSalts } from './visitors/visitor-salts.ts';

const activeWindowMs = 300_000;

/** Maximum number of sessions of a company shown as active within five minutes. Further ones are only counted as visits. */
const activeSessionsMax = 10_000;
const activeSessionsOfAddressMax = 1_000;

export interface TrackingLimits extends ValueLimitsOptions {
  /** Events of one company per second. */
  companyEventsPerSecond: number;
}

interface AdmissionDeps {
  findCompany: FindCompany;
  findPlace: FindPlace;
  salts: VisitorSalts;
  tabs: RecentTabs;
  limits: TrackingLimits;
  masksEmails: boolean;
  metrics: Metrics;
  onRejected: (companyId: string, rejection: Rejection) => void;
  now: () => Date;
}

export interface Admitted {
  /** The events that count: those that the settings of their company leave out are missing. */
  accepted: AcceptedEvent[];
  /** The companies of all events, by id. */
  companies: Map<string, TrackedCompany>;
}

/** Checks events and makes them into rows, within the limits of their companies. */
export class Admission {
  readonly #deps: AdmissionDeps;
  readonly #companyLimits: CompanyLimits;
  readonly #activeSessions = new DistinctValues({
    max: activeSessionsMax,
    addressMax: activeSessionsOfAddressMax,
    windowMs: activeWindowMs,
  });
  readonly #replaced: ReturnType<Metrics['labeledCounter']>;
  readonly #valueLimits: ValueLimits;

  constructor(deps: AdmissionDeps) {
    this.#deps = deps;
    this.#companyLimits = new CompanyLimits(toEventLimit(deps.limits.companyEventsPerSecond));
    this.#replaced = deps.metrics.labeledCounter(
      'northlight_values_replaced_total',
      'Values stored as "(other)" or "Other" because a company had too many different ones that day, properties left out, and sessions not shown as active.',
      'dimension',
    );
    this.#valueLimits = new ValueLimits(deps.limits, this.#replaced);
  }

  /** Throws an AppError if one of the events is rejected: then none of them counts. */
  async admit(events: TrackingEvent[], sender: EventSender): Promise<Admitted> {
    const { findCompany, onRejected } = this.#deps;
    const companies = await requireCompanies(events, findCompany);
    const record = (companyId: string, error: unknown) => {
      if (error instanceof AppError) onRejected(companyId, toRejection(error, sender, events.length));
    };
    const facts = this.#requireSender(events, companies, sender, record);
    const at = this.#deps.now();
    const accepted: AcceptedEvent[] = [];
    for (const event of events) {
      const company = companies.get(event.companyId.toLowerCase());
      if (!company || isExcludedSender(company, facts.address, event)) continue;
      const timed = toTimedEvent(event, company, at);
      const salt = this.#findSalt(timed, company, at) ?? (await this.#requireSalt(timed, company, at));
      const rows = recordRejection(record, [timed.companyId], () => {
        requireValidOrder(event, company);
        const made = toRows(timed, company, facts, { salt, tabs: this.#deps.tabs });
        requireCompanyPage(made, company);
        return made;
      });
      if (isExcludedPage(company, rows.pagePath, event)) continue;
      if (this.#deps.masksEmails) maskCollected(rows);
      accepted.push(rows);
    }
    this.#requireWithinLimits(accepted, companies, sender.address);
    for (const rows of accepted) this.#limitValues(rows, sender, at.getTime());
    return { accepted, companies };
  }

  /** Collects what is known about the sender. Throws if it is a bot, or a page of another site. */
  #requireSender(
    events: TrackingEvent[],
    companies: Map<string, TrackedCompany>,
    sender: EventSender,
    record: (companyId: string, error: unknown) => void,
  ): SenderFacts & { address: string } {
    const agent = parseUserAgent(sender.userAgent);
    for (const [id, company] of companies)
      recordRejection(record, [id], () => requireCompanyOrigin(company, sender));
    recordRejection(record, companies.keys(), () => requireNoBot(agent, events, sender));
    const address = toVisitorAddress(sender.clientAddress);
    return {
      address,
      agent,
      place: toSenderPlace(this.#deps.findPlace(address), sender.proxyCountry),
      networkText: toNetworkText(address, sender.userAgent),
      origin: sender.origin,
    };
  }

  #findSalt({ companyId, occurredMs }: TimedEvent, { timeZone }: TrackedCompany, at: Date) {
    return this.#deps.salts.findCached(companyId, toLocalDay(timeZone, occurredMs).date, at.getTime());
  }

  /** An event of a day whose salt is destroyed counts at the start of the current day, as with an implausible time. */
  async #requireSalt(timed: TimedEvent, { timeZone }: TrackedCompany, at: Date): Promise<VisitorSalt> {
    const { salts } = this.#deps;
    const found = await salts.find(timed.companyId, timeZone, timed.occurredMs);
    if (found) return found;
    timed.occurredMs = toLocalDay(timeZone, at.getTime()).startMs;
    const current = await salts.find(timed.companyId, timeZone, timed.occurredMs);
    if (!current) throw new Error('the salt of the current day is destroyed');
    return current;
  }

  /** Counts only accepted events, so that rejected ones do not use up the limit of a company. */
  #requireWithinLimits(
    accepted: AcceptedEvent[],
    companies: Map<string, TrackedCompany>,
    address: string,
  ): void {
    const nowMs = performance.now();
    for (const id of companies.keys()) {
      const events =
        companies.size === 1 ? accepted.length : accepted.filter((rows) => rows.companyId === id).length;
      const waitSeconds = this.#companyLimits.consume(id, address, events, nowMs);
      if (waitSeconds === 0) continue;
      throw new AppError(429, 'too-many-requests', 'Too many events for this company. Try again later.', {
        headers: { 'retry-after': String(Math.ceil(waitSeconds)) },
      });
    }
  }

  #limitValues(rows: AcceptedEvent, { origin, userAgent, address }: EventSender, nowMs: number): void {
    const { companyId: id, event } = rows;
    rows.origin = origin;
    rows.userAgent = userAgent;
    rows.address = address;
    if (event && this.#valueLimits.apply(event, address, nowMs))
      this.#deps.onRejected(id, toRejectionOfAccepted('properties-left-out', rows));
    const { presence, tab } = rows;
    if (!presence || !tab) return;
    presence.page_url = event?.path ?? this.#valueLimits.limitPath(id, presence.page_url, address, nowMs);
    tab.source =
      tab.source && presence.source === directSource ? tab.source : (event?.source ?? presence.source);
    presence.source = tab.source;
    const isOutdated = rows.atMs < (presence.has_left ? tab.seenMs : tab.leftMs);
    if (!isOutdated && presence.has_left) tab.leftMs = rows.atMs;
    if (!isOutdated && !presence.has_left) tab.seenMs = rows.atMs;
    if (isOutdated) rows.presence = undefined;
    else if (!presence.has_left && !this.#activeSessions.admit(id, presence.session_id, address, nowMs)) {
      this.#replaced.add('session');
      rows.presence = undefined;
    }
  }
}
