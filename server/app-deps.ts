import { join } from 'node:path';
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { OngoingFiles } from './features/access/ongoing-files.ts';
import { TokenDoor } from './features/access/tokens/token-door.ts';
import type { Accounts } from './features/accounts/accounts.ts';
import type { AdminStreams } from './features/admin-live/admin-streams.ts';
import type { Agency } from './features/agency/agency.ts';
import type { Drawing } from './features/agency/drawing/drawing.ts';
import type { Alerts } from './features/alerts/alerts.ts';
import type { DomainChecks } from './features/domains/domain-checks.ts';
import type { DomainMap } from './features/domains/domain-map.ts';
import type { Backups } from './features/operation/backups/backups.ts';
import type { SelfCheck } from './features/operation/self-check/self-check.ts';
import type { DemoData } from './features/portal/demo-data/demo-data.ts';
import type { PortalStreams } from './features/portal/live/portal-streams.ts';
import type { PurchasesDeps } from './features/purchases/purchases.ts';
import type { Reports } from './features/reports/reports.ts';
import type { Segments } from './features/segments/segments.ts';
import type { Sessions } from './features/sessions/sessions.ts';
import { LedgerQueue } from './features/shop-orders/ledger/ledger-queue.ts';
import { PageFiles } from './features/site/page-files.ts';
import { createPageRenderer } from './features/site/page-renderer.ts';
import type { SiteChecks } from './features/site-check/site-checks.ts';
import type { StatsReader } from './features/stats/reader.ts';
import type { Tracking } from './features/tracking/tracking.ts';
import { listScriptReleases } from './features/tracking-script/script-releases.ts';
import type { Challenges } from './platform/challenges/challenges.ts';
import { AllowedHosts } from './platform/http/allowed-hosts.ts';
import type { ConnectionLimits } from './platform/http/connections.ts';
import type { SeenProxies } from './platform/http/undeclared-proxy.ts';
import type { Jobs } from './platform/jobs.ts';
import { deriveKey } from './platform/keys.ts';
import type { MailDeps } from './platform/mail/mail-brand.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import type { TestPaymentProvider } from './platform/payment-provider/test-provider.ts';

export interface AppDeps {
  config: Config;
  appSecret: string;
  db: Db;
  mails: MailDeps;
  agency: Agency;
  drawing: Drawing;
  challenges: Challenges;
  sessions: Sessions;
  accounts: Accounts;
  tracking: Tracking;
  portalStreams: PortalStreams;
  adminStreams: AdminStreams;
  ongoingFiles: OngoingFiles;
  segments: Segments;
  /** The one reader of the process: its answers are kept for all who ask. */
  reader: StatsReader;
  purchases: PurchasesDeps;
  /** Undefined with a real payment provider. */
  testPayments: TestPaymentProvider | undefined;
  jobs: Jobs;
  domains: DomainMap;
  domainChecks: DomainChecks;
  siteChecks: SiteChecks;
  demoData: DemoData;
  backups: Backups;
  reports: Reports;
  alerts: Alerts;
  selfCheck: SelfCheck;
  seenProxies: SeenProxies;
  /** Throws while the disk is too full to store more. */
  requireSpace: () => void;
  isListening: () => boolean;
  metrics: Metrics;
  /** The metrics of all processes, in Prometheus text format. */
  gatherMetrics: () => Promise<string>;
  /** The shared store of rate limits if there are several processes. Undefined: counted in this process. */
  limitStore: FastifyRateLimitStoreCtor | undefined;
  connectionLimits: Partial<ConnectionLimits> | undefined;
  releasesFolder: string;
  /** Undefined if the pages are not built. Then only the API is served. */
  pagesFolder: string | undefined;
  logger: FastifyBaseLogger;
}

export type RouteDeps = ReturnType<typeof toRouteDeps>;

/** Adds to the parts of the server what routes of several doors share. */
export function toRouteDeps(deps: AppDeps) {
  const { config, appSecret, db, agency, mails, sessions, tracking, domains } = deps;
  const { publicUrl } = config;
  const isSecure = publicUrl.startsWith('https:');
  const storesMails = config.mail.smtpUrl === undefined;
  const customerKey = deriveKey(appSecret, 'shop-customer');
  return {
    ...deps,
    publicUrl,
    isSecure,
    pageFiles: openPageFiles(deps),
    hosts: new AllowedHosts(publicUrl, config.allowedHosts, domains),
    messages: { db, agency, ...mails },
    invitations: { db, appSecret, ...mails, portals: domains, storesMails },
    storesMails,
    scripts: { db, releasesFolder: deps.releasesFolder, names: config.scriptNames },
    newestScript: listScriptReleases(deps.releasesFolder)[0] ?? '',
    viewerDoor: { db, appSecret, isSecure, sessions, tokens: new TokenDoor({ db, appSecret }) },
    ledger: { db, queue: new LedgerQueue({ db, salts: tracking.salts, customerKey }) },
    /** The requests of each address that routes of accounts are answering. */
    accountRequests: new Map<string, number>(),
  };
}

/** Undefined if the pages are not built. */
function openPageFiles({ config, agency, pagesFolder, logger }: AppDeps): PageFiles | undefined {
  if (pagesFolder === undefined) return undefined;
  const { publicUrl, retentionDays } = config;
  return new PageFiles({
    ...{ folder: pagesFolder, publicUrl, isSecure: publicUrl.startsWith('https:'), retentionDays, agency },
    // The build puts it next to the pages.
    renderer: createPageRenderer({ folder: join(pagesFolder, '..', '..', 'page-renderer') }),
    onError: (err) => logger.error({ err }, 'a page could not be rendered'),
  });
}
