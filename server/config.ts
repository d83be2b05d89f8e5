import { resolve } from 'node:path';
import { z } from 'zod';
import { type SignUpMode, signUpModes } from '../contract/account/accounts.ts';
import type { IdentityProviderConfig } from './features/sessions/identity-provider/identity-provider.ts';
import { type ScriptNames, usualNames } from './features/tracking-script/script-names.ts';
import {
  allowedHosts,
  allowedTargets,
  dnsServers,
  proxyRanges,
  trackingEndpointPath,
  trackingScriptPath,
  trustProxy,
} from './network-settings.ts';
import type { AllowedTarget } from './platform/outbound/allowed-targets.ts';
import { backupSchedule, httpUrl, issuerUrl, mailAddress, postgresUrl, priceId } from './setting-forms.ts';

const port = z.coerce.number().int().min(1).max(65535);
const positive = z.coerce.number().int().min(1);

/** All settings, read from the environment. A blank value counts as unset, except for ADMIN_ACCESS_KEY. */
const settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('localhost'),
  PUBLIC_URL: httpUrl.optional(),
  ALLOWED_HOSTS: allowedHosts.default([]),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  APP_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  ADMIN_ACCESS_KEY: z
    .string()
    .refine((key) => key === '' || key.length >= 16, {
      error: 'must have at least 16 characters, or be empty to turn granting off',
    })
    .optional(),
  REQUIRE_ADMIN_2FA: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .transform((text) => text === 'true'),
  OIDC_ISSUER: issuerUrl.optional(),
  OIDC_CLIENT_ID: z.string().max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().max(2_000).optional(),
  OIDC_NAME: z.string().max(40, { error: 'must have at most 40 characters' }).optional(),
  SIGN_UP: z.enum(signUpModes, { error: 'must be open or invited' }).default('open'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /.*/ }).optional(),
  MAIL_FROM: mailAddress.optional(),
  CONTACT_TO: mailAddress.optional(),
  UNOPENED_PORTALS_MAIL: z
    .enum(['off', 'weekly'], { error: 'must be off or weekly' })
    .default('off')
    .transform((text) => text === 'weekly'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, { error: 'must be a secret key (sk_… or rk_…)' })
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_.{16,}$/, { error: 'must be a signing secret (whsec_…)' })
    .optional(),
  STRIPE_API_URL: httpUrl
    .refine((url) => /^(https:|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/.test(url), {
      error: 'must begin with https:// unless it is on this machine',
    })
    .optional(),
  STRIPE_PRICE_CHATBOTS: priceId.optional(),
  STRIPE_PRICE_ANALYTICS: priceId.optional(),
  STRIPE_PRICE_AUTOMATION: priceId.optional(),
  STRIPE_PRICE_DESIGN: priceId.optional(),
  TRUST_PROXY: trustProxy.default(false),
  TLS_ASK_FROM: proxyRanges.optional(),
  DNS_SERVERS: dnsServers.default([]),
  SITE_CHECK_ALLOW: allowedTargets.default([]),
  WEBHOOK_ALLOW: allowedTargets.default([]),
  GEO_DATABASE: z.string().optional(),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,100}$/, { error: 'must be the name of a header such as CF-IPCountry' })
    .transform((name) => name.toLowerCase())
    .optional(),
  RETENTION_DAYS: positive.max(36_500).default(400),
  SEGMENT_RETENTION_DAYS: positive.max(36_500).optional(),
  TRACKING_SCRIPT_PATH: trackingScriptPath.default(usualNames.script),
  TRACKING_ENDPOINT_PATH: trackingEndpointPath.default(usualNames.endpoint),
  TRACK_EVENTS_PER_SECOND: positive.default(100),
  TRACK_COMPANY_EVENTS_PER_SECOND: positive.default(500),
  TRACK_DISTINCT_VALUES_PER_DAY: positive.max(100_000).default(2_000),
  TRACK_PROPERTY_MB_PER_DAY: positive.max(100_000).default(50),
  MASK_EMAIL_ADDRESSES: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('true')
    .transform((text) => text === 'true'),
  DISK_RESERVE_MB: positive.default(512),
  BACKUP_TO: z.string().optional(),
  BACKUP_SCHEDULE: backupSchedule.default('40 2 * * *'),
  BACKUP_KEEP: positive.max(365).default(7),
  ORDERS_MB_PER_DAY: positive.max(100_000).default(500),
  WORKERS: positive.max(64).default(1),
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

type Settings = z.infer<typeof settings>;

export interface Config {
  port: number;
  host: string;
  /** The site's public origin, for links, cookies and origin checks. No trailing slash. */
  publicUrl: string;
  /** Host names besides that of publicUrl for which API requests and protected pages are answered. */
  allowedHosts: string[];
  dataDir: string;
  databaseUrl: string | undefined;
  /** The same database, with the role that owns its tables. Undefined: the role of databaseUrl owns them. */
  databaseOwnerUrl: string | undefined;
  appSecret: string | undefined;
  /** Undefined: generated. Empty: granting is off. */
  adminAccessKey: string | undefined;
  /** Administrator rights have no effect until the account has two-factor authentication. */
  requiresAdminTwoFactor: boolean;
  /** Undefined: accounts sign in with passwords alone. */
  identityProvider: IdentityProviderConfig | undefined;
  /** Who may create an account: everyone, or only those whom an owner of the team invites. */
  signUp: SignUpMode;
  mail: {
    smtpUrl: string | undefined;
    /** The sender. Undefined: the agency's name and address in its settings. */
    from: string | undefined;
    /** The recipient of notices to the agency. Undefined: the agency's address in its settings. */
    contactTo: string | undefined;
    /** Whether the agency gets a weekly mail about portals that no client opens. */
    listsUnopened: boolean;
  };
  stripe: {
    secretKey: string | undefined;
    webhookSecret: string | undefined;
    /** An address to use in place of Stripe's, in tests. */
    apiUrl: string | undefined;
    /** Prices of Stripe's dashboard, for products that have one. */
    prices: Record<'chatbots' | 'analytics' | 'automation' | 'design', string | undefined>;
  };
  /** The number of proxies in front of this server, or their addresses. */
  trustProxy: false | number | string;
  /** Addresses besides this machine's from which a proxy may ask whether a name gets a certificate. */
  tlsAskFrom: string | undefined;
  /** The DNS servers that are asked for the records of own addresses. Empty: those of the system. */
  dnsServers: string[];
  /** Hosts that checks of sites may fetch although they are not public. */
  siteCheckAllowed: AllowedTarget[];
  /** Hosts that webhooks may be sent to although they are not public, also without https. */
  webhooksAllowed: AllowedTarget[];
  /** A city database in MaxMind's format. Undefined: the built-in database of countries. */
  geoDatabase: string | undefined;
  /** The header, in lower case, in which a trusted proxy names the client's country. */
  countryHeader: string | undefined;
  retentionDays: number;
  /** Undefined: segments are kept forever. */
  segmentRetentionDays: number | undefined;
  /** The names that the tracking code shows. */
  scriptNames: ScriptNames;
  trackEventsPerSecond: number;
  /** The limit of one company, from all addresses. */
  trackCompanyEventsPerSecond: number;
  /** Different paths, referrers, values of a campaign parameter or a property of one company per day. Further ones are stored as "(other)". */
  trackDistinctValuesPerDay: number;
  trackPropertyBytesPerDay: number;
  /** Whether what looks like an email address in an event is stored as "(email)". */
  masksEmails: boolean;
  /** Free disk space below which everything that stores much is rejected. */
  diskReserveBytes: number;
  backups: {
    /** Where scheduled backups are written. Undefined: none are made. */
    folder: string | undefined;
    /** A cron expression, in UTC. */
    schedule: string;
    /** How many verified backups are kept in the folder. */
    keep: number;
  };
  /** Units of a million bytes that one token, or one shop connection, may report in 24 hours. */
  ordersMbPerDay: number;
  /** The number of processes that serve requests, on one port and one database. */
  workers: number;
  /** Allows requests with this token to read the metrics. Undefined: only requests from this machine may. */
  metricsToken: string | undefined;
  logLevel: Settings['LOG_LEVEL'];
}

/** Reads the settings from the environment. Throws one error that names every invalid setting. */
export function readConfig(env: Record<string, string | undefined>, cwd: string): Config {
  const given: Record<string, string> = {};
  for (const name of Object.keys(settings.shape)) {
    const value = env[name];
    if (value === undefined) continue;
    if (value.trim() === '' && name !== 'ADMIN_ACCESS_KEY') continue;
    given[name] = value.trim();
  }
  const parsed = settings.safeParse(given);
  const problems = parsed.success ? findContradictions(parsed.data) : parsed.error.issues.map(describeIssue);
  if (!parsed.success || problems.length > 0) {
    throw new Error(`These settings are invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
  return toConfig(parsed.data, cwd);
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')}: ${issue.message}`;
}

function findContradictions(given: Settings): string[] {
  const problems: string[] = [];
  if (given.DATABASE_OWNER_URL && !given.DATABASE_URL)
    problems.push('DATABASE_OWNER_URL: requires DATABASE_URL');
  if (given.SEGMENT_RETENTION_DAYS !== undefined && given.SEGMENT_RETENTION_DAYS < given.RETENTION_DAYS)
    problems.push('SEGMENT_RETENTION_DAYS: must not be less than RETENTION_DAYS');
  if (given.COUNTRY_HEADER && given.TRUST_PROXY === false)
    problems.push('COUNTRY_HEADER: requires TRUST_PROXY, because any client could send the header');
  if (
    given.TRACKING_ENDPOINT_PATH !== usualNames.endpoint &&
    given.TRACKING_SCRIPT_PATH === usualNames.script
  )
    problems.push('TRACKING_ENDPOINT_PATH: requires TRACKING_SCRIPT_PATH, because /t.js keeps its endpoint');
  const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const;
  const setOidc = oidc.filter((name) => given[name]);
  if (setOidc.length > 0) {
    for (const name of oidc) {
      if (!given[name]) problems.push(`${name}: is required when ${setOidc[0]} is set`);
    }
  }
  if (given.STRIPE_SECRET_KEY && !given.STRIPE_WEBHOOK_SECRET)
    problems.push('STRIPE_WEBHOOK_SECRET: is required when STRIPE_SECRET_KEY is set');
  return problems;
}

function toIdentityProvider(given: Settings): IdentityProviderConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given;
  const { OIDC_NAME: name } = given;
  if (!issuer || !clientId || !clientSecret || !name) return undefined;
  return { issuer, clientId, clientSecret, name };
}

function toConfig(given: Settings, cwd: string): Config {
  const dataDir = resolve(cwd, given.DATA_DIR);
  return {
    port: given.PORT,
    host: given.HOST,
    publicUrl: new URL(given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).origin,
    allowedHosts: given.ALLOWED_HOSTS,
    dataDir,
    databaseUrl: given.DATABASE_URL,
    databaseOwnerUrl: given.DATABASE_OWNER_URL,
    appSecret: given.APP_SECRET,
    adminAccessKey: given.ADMIN_ACCESS_KEY,
    requiresAdminTwoFactor: given.REQUIRE_ADMIN_2FA,
    identityProvider: toIdentityProvider(given),
    signUp: given.SIGN_UP,
    mail: {
      smtpUrl: given.SMTP_URL,
      from: given.MAIL_FROM,
      contactTo: given.CONTACT_TO,
      listsUnopened: given.UNOPENED_PORTALS_MAIL,
    },
    stripe: {
      secretKey: given.STRIPE_SECRET_KEY,
      webhookSecret: given.STRIPE_WEBHOOK_SECRET,
      apiUrl: given.STRIPE_API_URL,
      prices: {
        chatbots: given.STRIPE_PRICE_CHATBOTS,
        analytics: given.STRIPE_PRICE_ANALYTICS,
        automation: given.STRIPE_PRICE_AUTOMATION,
        design: given.STRIPE_PRICE_DESIGN,
      },
    },
    trustProxy: given.TRUST_PROXY,
    tlsAskFrom: given.TLS_ASK_FROM,
    dnsServers: given.DNS_SERVERS,
    siteCheckAllowed: given.SITE_CHECK_ALLOW,
    webhooksAllowed: given.WEBHOOK_ALLOW,
    geoDatabase: given.GEO_DATABASE === undefined ? undefined : resolve(cwd, given.GEO_DATABASE),
    countryHeader: given.COUNTRY_HEADER,
    retentionDays: given.RETENTION_DAYS,
    segmentRetentionDays: given.SEGMENT_RETENTION_DAYS,
    scriptNames: { script: given.TRACKING_SCRIPT_PATH, endpoint: given.TRACKING_ENDPOINT_PATH },
    trackEventsPerSecond: given.TRACK_EVENTS_PER_SECOND,
    trackCompanyEventsPerSecond: given.TRACK_COMPANY_EVENTS_PER_SECOND,
    trackDistinctValuesPerDay: given.TRACK_DISTINCT_VALUES_PER_DAY,
    trackPropertyBytesPerDay: given.TRACK_PROPERTY_MB_PER_DAY * 1024 * 1024,
    masksEmails: given.MASK_EMAIL_ADDRESSES,
    diskReserveBytes: given.DISK_RESERVE_MB * 1024 * 1024,
    backups: {
      folder: given.BACKUP_TO === undefined ? undefined : resolve(dataDir, given.BACKUP_TO),
      schedule: given.BACKUP_SCHEDULE,
      keep: given.BACKUP_KEEP,
    },
    ordersMbPerDay: given.ORDERS_MB_PER_DAY,
    workers: given.WORKERS,
    metricsToken: given.METRICS_TOKEN,
    logLevel: given.LOG_LEVEL,
  };
}
