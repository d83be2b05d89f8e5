import { randomUUID } from 'node:crypto';
import { type SiteCheck, type SiteFinding, siteCheck } from '../../../contract/company/site-check.ts';
import { toSiteUrl } from '../../../contract/rules/domain.ts';
import { parseUrl } from '../../../contract/rules/network/parse-url.ts';
import type { Db } from '../../db/client.ts';
import { AppError, unavailable } from '../../platform/errors.ts';
import { FetchError } from '../../platform/outbound/fetch-error.ts';
import type { FetchedFile, FetchPublic } from '../../platform/outbound/fetch-public.ts';
import { companyNotFound } from '../access/access.ts';
import { findTrackedRow } from '../companies/companies.ts';
import { toTrackedCompany } from '../companies/tracked-company.ts';
import type { BlockerAnswer, BlockLists } from './blockers/block-lists.ts';
import { scanPage } from './page/scan-page.ts';
import {
  type CheckedCompany,
  findSiteFindings,
  listTrackedRequests,
  type ScriptAnswer,
  type ServedScript,
  toFinding,
} from './page/site-findings.ts';
import { isSinglePageApp, recognizeSystem } from './page/site-system.ts';
import { findTrackingTags, type KnownCode, type TrackingTag } from './page/tracking-tag.ts';
import {
  countOrderReporters,
  findLastEventAt,
  findSiteCheck,
  storeSiteCheck,
} from './site-checks.queries.ts';

export interface SiteChecksDeps {
  db: Db;
  fetchPublic: FetchPublic;
  /** The port of a domain's site, if it is not the usual one. */
  portOf: (domain: string) => number | undefined;
  code: (companyId: string) => KnownCode;
  served: ServedScript;
  blockLists: Pick<BlockLists, 'compare'>;
}

/** The stored settings of a company that a check reads. */
type SiteSettings = NonNullable<Awaited<ReturnType<typeof findTrackedRow>>>;

/** Checks of one process that run at once. */
const runningMax = 6;
const receivingMs = 48 * 3_600_000;
const ordersMs = 30 * 86_400_000;
const pageTypes = /^(text\/html|application\/xhtml\+xml)\b/i;
const anyType = /^/;
/** A text in every release of the tracking script. */
const scriptMark = 'data-company';

/** Checks the sites of companies and keeps the last result of each. Simultaneous checks of one page share one. */
export class SiteChecks {
  readonly #deps: SiteChecksDeps;
  readonly #running = new Map<string, Promise<SiteCheck>>();
  readonly #ending = new AbortController();

  constructor(deps: SiteChecksDeps) {
    this.#deps = deps;
  }

  /** @param url A page of the company's site; the start page of its domain by default. */
  async run(companyId: string, cause: SiteCheck['cause'], url?: string): Promise<SiteCheck> {
    const key = `${companyId} ${url ?? ''}`;
    const running = this.#running.get(key);
    if (running) return running;
    if (this.#running.size >= runningMax) throw unavailable();
    const check = this.#check(companyId, cause, url).finally(() => this.#running.delete(key));
    this.#running.set(key, check);
    return check;
  }

  /** Ends what is fetched now, and waits for it. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.allSettled(this.#running.values());
  }

  async #check(companyId: string, cause: SiteCheck['cause'], given: string | undefined): Promise<SiteCheck> {
    const { db } = this.#deps;
    const row = await findTrackedRow(db, companyId);
    if (!row) throw companyNotFound();
    const url = given === undefined ? undefined : requireOwnPage(row, given);
    const start = url ?? toStartPage(row.domain, this.#deps.portOf(row.domain));
    const checkedAt = new Date();
    const company = await this.#describeCompany(row, cause, checkedAt);
    const fetched = await this.#fetchPage(start, url === undefined);
    const result =
      'file' in fetched ? await this.#judge(fetched.file, company) : toUnreachable(fetched.error);
    const check = { checkedAt: checkedAt.toISOString(), cause, url: start, ...result };
    if (!this.#ending.signal.aborted) {
      await storeSiteCheck(db, {
        ...{ id: randomUUID(), company_id: companyId, checked_at: checkedAt, cause, result: check },
      });
    }
    return check;
  }

  async #describeCompany(row: SiteSettings, cause: SiteCheck['cause'], now: Date): Promise<CheckedCompany> {
    const { db } = this.#deps;
    const [lastEventAt, orders] = await Promise.all([
      findLastEventAt(db, row.id),
      countOrderReporters(db, row.id, new Date(now.getTime() - ordersMs)),
    ]);
    return {
      ...{ id: row.id, hasHost: toTrackedCompany(row).hasHost, hasHashRouting: row.has_hash_routing, orders },
      // A job checks only silent sites, some of which are silent long before two days have passed.
      isReceiving:
        cause === 'asked' && lastEventAt !== null && lastEventAt.getTime() > now.getTime() - receivingMs,
    };
  }

  /** A site whose domain has no https yet is asked for again without it. */
  async #fetchPage(url: string, mayUseHttp: boolean): Promise<{ file: FetchedFile } | { error: FetchError }> {
    const { signal } = this.#ending;
    try {
      return { file: await this.#deps.fetchPublic(url, { types: pageTypes, signal }) };
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      const isRefusedThere =
        error.failure === 'no-connection' && error.url === url && url.startsWith('https:');
      if (!mayUseHttp || !isRefusedThere) return { error };
      return this.#fetchPage(url.replace('https:', 'http:'), false);
    }
  }

  async #judge(
    file: FetchedFile,
    company: CheckedCompany,
  ): Promise<Omit<SiteCheck, 'checkedAt' | 'cause' | 'url'>> {
    const { code, served } = this.#deps;
    const scanned = scanPage(file.body);
    const system = recognizeSystem(file.body, scanned);
    const tags = findTrackingTags(scanned, new URL(file.url), code(company.id));
    const tag = tags.find(({ companyId }) => companyId === company.id);
    const page = {
      ...{ file, scanned, system, tags, isSinglePageApp: isSinglePageApp(file.body, system) },
      script: tag && (await this.#askScript(tag)),
      blockers: tag && (await this.#askBlockers(new URL(file.url), tag)),
    };
    return {
      finalUrl: file.url,
      ...{ system, isSinglePageApp: page.isSinglePageApp },
      findings: findSiteFindings(page, company, served),
    };
  }

  async #askBlockers(page: URL, tag: TrackingTag): Promise<BlockerAnswer> {
    const { blockLists, served } = this.#deps;
    return blockLists.compare(page, listTrackedRequests(tag, served), this.#ending.signal);
  }

  /** Loads the script as a visitor's browser does. */
  async #askScript({ url }: TrackingTag): Promise<ScriptAnswer> {
    const { signal } = this.#ending;
    try {
      const { status, headers, body } = await this.#deps.fetchPublic(url.href, { types: anyType, signal });
      if (status !== 200) return { is: 'failed', failure: status };
      const isScript = /javascript/i.test(headers['content-type'] ?? '') && body.includes(scriptMark);
      return { is: isScript ? 'ours' : 'foreign' };
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      return { is: 'failed', failure: error.failure };
    }
  }
}

/** The last check of a company; null before the first, and for one that another version stored in another form. */
export async function findLastCheck(db: Db, companyId: string): Promise<SiteCheck | null> {
  const row = await findSiteCheck(db, companyId);
  const parsed = siteCheck.safeParse(row?.result);
  return parsed.success ? parsed.data : null;
}

/** On a port other than the usual one, a site has https if the port ends as that of https does. */
function toStartPage(domain: string, port: number | undefined): string {
  if (port === undefined) return toSiteUrl(domain, 'https:');
  return new URL(`${/443$/.test(String(port)) ? 'https' : 'http'}://${domain}:${port}/`).href;
}

/** The address of a page on one of the company's hosts. Without a scheme it has https. */
function requireOwnPage(row: SiteSettings, given: string): string {
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `https://${given}`;
  const url = parseUrl(text);
  const isPage =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isPage) throw invalidPage('Please enter the address of a page, such as https://shop.example/contact.');
  if (!toTrackedCompany(row).hasHost(url.hostname)) {
    throw invalidPage(
      `${url.hostname} is not one of the company’s hosts. Only pages of the domain and of the host names in its settings can be checked.`,
    );
  }
  url.hash = '';
  return url.href;
}

const invalidPage = (message: string) => new AppError(400, 'invalid-request', message, { field: 'url' });

function toUnreachable({ failure, url }: FetchError): Omit<SiteCheck, 'checkedAt' | 'cause' | 'url'> {
  const findings: SiteFinding[] = [toFinding('page-unreachable', { failure, url: url.slice(0, 500) })];
  return { finalUrl: url.slice(0, 2_000), system: 'other', isSinglePageApp: false, findings };
}
