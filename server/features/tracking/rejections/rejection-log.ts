import {
  type RejectionReason,
  rejectionReason,
  rejectionsMax,
} from '../../../../contract/company/rejected-events.ts';
import { otherValue } from '../../../../contract/constants.ts';
import { parseUrl } from '../../../../contract/rules/network/parse-url.ts';
import type { Db } from '../../../db/client.ts';
import { toUserAgentName } from '../agent/user-agent.ts';
import { DistinctValues } from '../value-limits/distinct-values.ts';
import { addRejections, type RejectionCount, type RejectionRow } from './rejections.queries.ts';

/** Maximum number of companies in memory. Rejections of further companies are only counted in the metrics. */
const companiesMax = 1_000;
/** Delay before the first rejection is written: short, for a client who has just pasted the tracking code. */
const firstWriteMs = 1_000;
/** Minimum time between later writes and log lines of a company. */
const writeEveryMs = 60_000;
const hostMax = 253;
/** An address may add at most 3 hosts per hour to a company's list, which has ten rows. */
const hosts = { max: 100_000, addressMax: 3, windowMs: 3_600_000 };
const detailMax = 200;

export interface Rejection {
  /** Ignored unless it is one of `contract/company/rejected-events.ts`. */
  reason: string;
  /** The error's message. */
  message: string;
  /** The Origin header; undefined when no page sent the events. */
  origin: string | undefined;
  userAgent: string;
  /** The key that limits of the sender's address are counted under. */
  address: string;
  events: number;
}

interface RejectionLogDeps {
  db: Db;
  log: { warn: (details: object, message: string) => void };
  now?: () => Date;
}

interface UnwrittenRejections {
  /** Rejections by reason and host, least recent first. */
  rows: Map<string, RejectionRow>;
  /** The sums by reason: also those of rows that were dropped. */
  counts: Map<RejectionReason, RejectionCount>;
  writeAt: number;
}

/**
 * Collects rejected events in memory and writes them outside of tracking requests: at most ten rows per company, at
 * most once a minute, however many hosts a sender invents. Further hosts of an address are counted as "(other)", so
 * that it cannot displace the rows of others.
 */
export class RejectionLog {
  readonly #deps: RejectionLogDeps;
  readonly #now: () => Date;
  readonly #companies = new Map<string, UnwrittenRejections>();
  readonly #hosts = new DistinctValues(hosts);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing = Promise.resolve();

  constructor(deps: RejectionLogDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? (() => new Date());
  }

  /** Records that events of an existing company were rejected. Never throws or waits. */
  record(
    companyId: string,
    { reason: givenReason, message, origin, userAgent, address, events }: Rejection,
  ): void {
    const reason = rejectionReason.safeParse(givenReason);
    if (!reason.success) return;
    const host = toHost(origin);
    const isAdmitted = host === '' || this.#hosts.admit(companyId, host, address, this.#now().getTime());
    this.#add(companyId, {
      reason: reason.data,
      host: isAdmitted ? host : otherValue,
      from_page: origin !== undefined,
      agent: toUserAgentName(userAgent),
      detail: toDetail(reason.data, message),
      count: events,
      last_at: this.#now(),
    });
  }

  /** Writes the companies that are due, or all of them. */
  async flush(all = false): Promise<void> {
    // One write at a time, so that a slow database gets no second call.
    const writing = this.#writing.then(() => this.#writeDue(all));
    this.#writing = writing;
    await writing;
  }

  async close(): Promise<void> {
    await this.flush(true);
    clearTimeout(this.#timer);
  }

  #add(companyId: string, row: RejectionRow): void {
    const company = this.#companies.get(companyId) ?? this.#open(companyId);
    if (!company) return;
    const key = `${row.reason} ${row.from_page} ${row.host}`;
    const earlier = company.rows.get(key);
    // Deleted and set again to keep the least recent first.
    company.rows.delete(key);
    company.rows.set(key, { ...row, count: row.count + (earlier?.count ?? 0) });
    const { reason, last_at, count } = row;
    company.counts.set(reason, { reason, last_at, count: count + (company.counts.get(reason)?.count ?? 0) });
    const [oldest] = company.rows.keys();
    if (company.rows.size > rejectionsMax && oldest !== undefined) company.rows.delete(oldest);
    this.#timer ??= setTimeout(() => this.flush(), firstWriteMs).unref();
  }

  #open(companyId: string): UnwrittenRejections | undefined {
    if (this.#companies.size >= companiesMax) return undefined;
    const company: UnwrittenRejections = { rows: new Map(), counts: new Map(), writeAt: 0 };
    this.#companies.set(companyId, company);
    return company;
  }

  async #writeDue(all: boolean): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = this.#now().getTime();
    for (const [companyId, company] of [...this.#companies]) {
      if (company.writeAt > now && !all) continue;
      if (company.rows.size === 0) {
        this.#companies.delete(companyId);
        continue;
      }
      const rows = [...company.rows.values()];
      const counts = [...company.counts.values()];
      company.rows.clear();
      company.counts.clear();
      company.writeAt = now + writeEveryMs;
      await this.#write(companyId, rows, counts);
    }
    if (this.#companies.size > 0) this.#timer ??= setTimeout(() => this.flush(), firstWriteMs).unref();
  }

  async #write(companyId: string, rows: RejectionRow[], counts: RejectionCount[]): Promise<void> {
    for (const [reason, { host, count }] of sumByReason(rows)) {
      this.#deps.log.warn({ companyId, reason, host, count }, 'tracking events were rejected');
    }
    try {
      await addRejections(this.#deps.db, companyId, rows, counts);
    } catch (err) {
      // The log contains them; the table lacks one minute of one company.
      this.#deps.log.warn({ err, companyId }, 'rejected events could not be recorded');
    }
  }
}

/** The number of events of each reason, and the host that sent most of them. */
function sumByReason(rows: RejectionRow[]): Map<RejectionReason, { host: string; count: number }> {
  const sums = new Map<RejectionReason, { host: string; count: number }>();
  for (const { reason, host, count } of rows.toSorted((a, b) => b.count - a.count)) {
    const earlier = sums.get(reason);
    sums.set(reason, { host: earlier?.host ?? host, count: count + (earlier?.count ?? 0) });
  }
  return sums;
}

/** The host name of an Origin header in ASCII; empty if it has none. */
export function toHost(origin: string | undefined): string {
  const hostname = (origin !== undefined && parseUrl(origin)?.hostname) || '';
  return /^[\w.:[\]-]+$/.test(hostname) ? hostname.slice(0, hostMax) : '';
}

/** The reasons that do not tell enough without the message, which names what was sent. */
const detailed: ReadonlySet<RejectionReason> = new Set(['invalid-request', 'currency-mismatch']);

/** The message without the event's index in the array. */
function toDetail(reason: RejectionReason, message: string): string {
  if (!detailed.has(reason)) return '';
  return message
    .replace(/^\d+\./, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, detailMax)
    .toWellFormed();
}
