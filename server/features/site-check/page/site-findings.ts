import { createHash } from 'node:crypto';
import {
  type SiteFinding,
  type SiteFindingCode,
  type SiteFindingLevel,
  type SiteSystem,
  siteFindingCodes,
} from '../../../../contract/company/site-check.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { trackingStub } from '../../../../contract/tracking-stub.ts';
import type { FetchFailure } from '../../../platform/outbound/fetch-error.ts';
import type { FetchedFile } from '../../../platform/outbound/fetch-public.ts';
import type { BlockerAnswer } from '../blockers/block-lists.ts';
import type { TrackedRequest } from '../blockers/blocking-rules.ts';
import { askPolicies, splitPolicies } from './content-security-policy.ts';
import { findConsentTools, findDelay, findTagManager, isRunnable } from './known-tools.ts';
import type { ScannedPage } from './scan-page.ts';
import { findStub, type TrackingTag } from './tracking-tag.ts';

/** The part of a company that a check needs. */
export interface CheckedCompany {
  id: string;
  hasHost: (host: string) => boolean;
  hasHashRouting: boolean;
  /** Whether an event arrived in the last two days. */
  isReceiving: boolean;
  /** Shop orders of the last 30 days, by who reported them first. */
  orders: { ofPages: number; ofServers: number };
}

export interface CheckedPage {
  file: FetchedFile;
  scanned: ScannedPage;
  system: SiteSystem;
  isSinglePageApp: boolean;
  tags: TrackingTag[];
  /** The result of loading the script as the page names it; undefined if there is no tag. */
  script: ScriptAnswer | undefined;
  /** Whether the lists of content blockers stop its requests; undefined if there is no tag. */
  blockers: BlockerAnswer | undefined;
}

export type ScriptAnswer =
  | { is: 'ours' }
  | { is: 'foreign' }
  | { is: 'failed'; failure: FetchFailure | number };

/** The newest release of the tracking script, and the names that this installation chose. */
export interface ServedScript {
  newest: string;
  names: { script: string; endpoint: string };
}

/** Where a script sends its events: next to its own address. The usual script keeps the usual endpoint. */
function toEndpoint({ url, version }: TrackingTag, { names }: ServedScript): URL {
  const stem = names.script.slice(1, -'.js'.length);
  const file = url.pathname.split('/').at(-1) ?? '';
  const isChosen = file === `${stem}.js` || (version !== undefined && file === `${stem}-${version}.js`);
  return new URL((isChosen ? names.endpoint : apiPaths.trackAnalytics).slice(1), url);
}

/** The requests that a browser makes for a tag, as content blockers see them. */
export function listTrackedRequests(tag: TrackingTag, served: ServedScript): TrackedRequest[] {
  const endpoint = toEndpoint(tag, served);
  const version = tag.version ?? served.newest;
  // Releases before 3.1.0 do not send their version.
  if (!/^([12]|3\.0)\./.test(version)) endpoint.searchParams.set('v', version);
  return [
    { url: tag.url, type: 'script' },
    // Events are sent with fetch, also while a page closes.
    { url: endpoint, type: 'xhr' },
  ];
}

const stubHash = `sha256-${createHash('sha256').update(trackingStub).digest('base64')}`;

const levels = new Map<SiteFindingCode, SiteFindingLevel>(
  (['problem', 'notice', 'passed'] as const).flatMap((level) =>
    siteFindingCodes[level].map((code): [SiteFindingCode, SiteFindingLevel] => [code, level]),
  ),
);
const ranks = { problem: 0, notice: 1, passed: 2 } as const;

export function toFinding(code: SiteFindingCode, details: Record<string, string> = {}): SiteFinding {
  return { code, level: levels.get(code) ?? 'notice', details };
}

/** The findings about the tracking code of a page, most serious first. */
export function findSiteFindings(
  page: CheckedPage,
  company: CheckedCompany,
  served: ServedScript,
): SiteFinding[] {
  const { file } = page;
  if (file.status < 200 || file.status > 299)
    return [toFinding('page-status', { status: String(file.status), url: file.url })];
  const { hostname } = new URL(file.url);
  const elsewhere = company.hasHost(hostname) ? [] : [toFinding('page-elsewhere', { host: hostname })];
  const findings = [
    ...elsewhere,
    ...findTagFindings(page, company, served),
    ...findOrderFindings(page, company),
  ];
  return findings.sort((a, b) => ranks[a.level] - ranks[b.level]);
}

function findTagFindings(page: CheckedPage, company: CheckedCompany, served: ServedScript): SiteFinding[] {
  const own = page.tags.find((tag) => tag.companyId === company.id);
  const tag = own ?? page.tags[0];
  const consent = findConsentTools(page.scanned.scripts);
  const consentTool = consent.map((tool) => toFinding('consent-tool', { tool }));
  if (!tag) return [explainMissing(page, company), ...consentTool];
  if (!own)
    return [
      tag.companyId === ''
        ? toFinding('tag-without-company')
        : toFinding('tag-wrong-company', { found: tag.companyId.slice(0, 40) }),
    ];
  const waits = findWaiting(own, consent);
  return [
    toFinding('tag-found', { url: own.url.href, place: own.element.place }),
    ...(page.tags.length > 1 ? [toFinding('tag-twice', { count: String(page.tags.length) })] : []),
    ...(own.element.place === 'body' ? [toFinding('tag-in-body')] : []),
    ...waits,
    ...(waits.some(({ code }) => code === 'tag-waits-for-consent') ? [] : consentTool),
    ...findLoading(page, own, served),
    ...findVersion(own, served),
    ...findRouteFindings(page, company),
  ];
}

/** Code that a tag manager or a script of the page adds later is not in the page. Then only events prove it. */
function explainMissing(
  { scanned, isSinglePageApp, system }: CheckedPage,
  company: CheckedCompany,
): SiteFinding {
  const manager = findTagManager(scanned.scripts);
  if (manager === undefined && !company.isReceiving && !isSinglePageApp)
    return toFinding('tag-missing', { system });
  if (manager === undefined && !company.isReceiving)
    return toFinding('tag-missing', { system, mayBeAddedLater: 'yes' });
  return toFinding('tag-unseen', {
    ...(manager === undefined ? {} : { manager }),
    isReceiving: company.isReceiving ? 'yes' : 'no',
  });
}

function findWaiting({ element }: TrackingTag, consent: string[]): SiteFinding[] {
  if (isRunnable(element) && element.attributes.has('src')) return [];
  const by = findDelay(element);
  if (by !== undefined) return [toFinding('tag-delayed', { by })];
  const [tool] = consent;
  return [toFinding('tag-waits-for-consent', tool === undefined ? {} : { tool })];
}

/** Whether a browser may load the script and send events, and whether the script is there. */
function findLoading(
  { file, scanned, script, blockers }: CheckedPage,
  tag: TrackingTag,
  served: ServedScript,
): SiteFinding[] {
  const page = new URL(file.url);
  const { element, url } = tag;
  const policies = [...splitPolicies(file.headers['content-security-policy']), ...scanned.policies];
  const stub = findStub(scanned);
  const answer = askPolicies(policies, {
    page,
    script: { url, nonce: element.attributes.get('nonce'), integrity: element.attributes.get('integrity') },
    endpoint: toEndpoint(tag, served),
    stub: stub && { hash: stubHash, nonce: stub.attributes.get('nonce') },
  });
  const isMixed = page.protocol === 'https:' && url.protocol === 'http:';
  return [
    ...(isMixed ? [toFinding('mixed-content', { url: url.href })] : []),
    ...toPolicyFindings(policies, answer),
    ...(script === undefined ? [] : [toScriptFinding(script, url.href)]),
    ...(blockers === undefined ? [] : [toBlockerFinding(blockers)]),
  ];
}

function toPolicyFindings(policies: string[], answer: ReturnType<typeof askPolicies>): SiteFinding[] {
  if (policies.length === 0) return [];
  if (answer.blocks.length === 0) return [toFinding('csp-allows')];
  const isStubAlone = answer.blocks.every((block) => block === 'stub');
  return [
    toFinding(isStubAlone ? 'csp-blocks-stub' : 'csp-blocks', {
      blocks: answer.blocks.join(' '),
      line: answer.line.slice(0, 4_000),
      ...(answer.needsNonce ? { needsNonce: 'yes' } : {}),
    }),
  ];
}

function toScriptFinding(answer: ScriptAnswer, url: string): SiteFinding {
  switch (answer.is) {
    case 'ours':
      return toFinding('script-reachable', { url });
    case 'foreign':
      return toFinding('script-foreign', { url });
    case 'failed':
      return toFinding('script-unreachable', { url, failure: String(answer.failure) });
  }
}

function toBlockerFinding(answer: BlockerAnswer): SiteFinding {
  if (answer.is === 'unknown') return toFinding('blocker-unknown', { reason: answer.reason });
  const [first] = answer.blocking;
  if (!first) return toFinding('blocker-allows', { lists: answer.lists.join('\n') });
  const blocks = answer.blocking.map(({ request }) => (request.type === 'script' ? 'script' : 'connect'));
  return toFinding('blocker-blocks', { blocks: blocks.join(' '), rule: first.rule, list: first.list });
}

function findVersion({ version }: TrackingTag, { newest }: ServedScript): SiteFinding[] {
  if (version === undefined || version === newest)
    return [toFinding('version-current', { version: newest, follows: version === undefined ? 'yes' : 'no' })];
  return [toFinding('version-old', { version, newest })];
}

function findRouteFindings(
  { isSinglePageApp, scanned }: CheckedPage,
  company: CheckedCompany,
): SiteFinding[] {
  if (scanned.hasHashLinks && !company.hasHashRouting) return [toFinding('hash-routing-off')];
  if (!isSinglePageApp && !scanned.hasHashLinks) return [];
  return [toFinding('route-changes-seen', { by: scanned.hasHashLinks ? 'fragment' : 'history' })];
}

/** Only what was reported proves that orders are. A page cannot show it. */
function findOrderFindings({ system }: CheckedPage, { orders }: CheckedCompany): SiteFinding[] {
  const reported = [
    ...(orders.ofPages > 0 ? [toFinding('orders-from-pages', { count: String(orders.ofPages) })] : []),
    ...(orders.ofServers > 0 ? [toFinding('orders-from-servers', { count: String(orders.ofServers) })] : []),
  ];
  const isShop = system === 'woocommerce' || system === 'shopify';
  return reported.length === 0 && isShop ? [toFinding('orders-missing', { system })] : reported;
}
