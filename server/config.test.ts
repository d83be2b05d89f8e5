import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { loadSecrets } from './secrets.ts';

const read = (env: Record<string, string | undefined>) => readConfig(env, '/srv/app');

test('without settings everything has its default', () => {
  expect(read({})).toEqual({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    dataDir: '/srv/app/data',
    databaseUrl: undefined,
    appSecret: undefined,
    adminAccessKey: undefined,
    requiresAdminTwoFactor: false,
    signUp: 'open',
    mail: {
      smtpUrl: undefined,
      from: undefined,
      contactTo: undefined,
      listsUnopened: false,
    },
    stripe: {
      secretKey: undefined,
      webhookSecret: undefined,
      apiUrl: undefined,
      prices: { chatbots: undefined, analytics: undefined, automation: undefined, design: undefined },
    },
    allowedHosts: [],
    trustProxy: false,
    tlsAskFrom: undefined,
    dnsServers: [],
    siteCheckAllowed: [],
    webhooksAllowed: [],
    scriptNames: { script: '/t.js', endpoint: '/api/track-analytics' },
    retentionDays: 400,
    segmentRetentionDays: undefined,
    trackEventsPerSecond: 100,
    trackCompanyEventsPerSecond: 500,
    trackDistinctValuesPerDay: 2_000,
    trackPropertyBytesPerDay: 50 * 1024 * 1024,
    masksEmails: true,
    backups: { folder: undefined, schedule: '40 2 * * *', keep: 7 },
    diskReserveBytes: 512 * 1024 * 1024,
    ordersMbPerDay: 500,
    workers: 1,
    metricsToken: undefined,
    logLevel: 'info',
  });
});

const right: [string, string, object][] = [
  ['PORT', '8080', { port: 8080, publicUrl: 'http://localhost:8080' }],
  ['PORT', ' 80 ', { port: 80 }],
  ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
  ['PUBLIC_URL', 'https://agency.example', { publicUrl: 'https://agency.example' }],
  ['PUBLIC_URL', 'https://agency.example/', { publicUrl: 'https://agency.example' }],
  ['PUBLIC_URL', 'http://10.0.0.5:8080', { publicUrl: 'http://10.0.0.5:8080' }],
  ['DATA_DIR', '/var/lib/northlight', { dataDir: '/var/lib/northlight' }],
  ['DATA_DIR', '../data', { dataDir: '/srv/data' }],
  ['DATABASE_URL', 'postgres://u:p@db.example:5432/x?sslmode=require', {}],
  ['DATABASE_URL', 'postgresql:///x?host=/run/postgresql', {}],
  ['APP_SECRET', 'x'.repeat(32), { appSecret: 'x'.repeat(32) }],
  ['ADMIN_ACCESS_KEY', 'k'.repeat(16), { adminAccessKey: 'k'.repeat(16) }],
  ['ADMIN_ACCESS_KEY', '', { adminAccessKey: '' }],
  ['SMTP_URL', 'smtps://user:pass@mail.example:465', {}],
  ['MAIL_FROM', 'Anna <anna@agency.example>', {}],
  ['CONTACT_TO', 'anna@agency.example', {}],
  ['UNOPENED_PORTALS_MAIL', 'off', {}],
  ['UNOPENED_PORTALS_MAIL', 'weekly', {}],
  ['STRIPE_API_URL', 'http://127.0.0.1:12111', {}],
  ['STRIPE_API_URL', 'http://localhost', {}],
  ['STRIPE_API_URL', 'https://stripe.stub.example', {}],
  ['ALLOWED_HOSTS', 'agency.lan, Shop.Example', { allowedHosts: ['agency.lan', 'shop.example'] }],
  ['TLS_ASK_FROM', '172.16.0.0/12, 10.0.0.7', { tlsAskFrom: '172.16.0.0/12, 10.0.0.7' }],
  [
    'DNS_SERVERS',
    '192.0.2.1, 127.0.0.1:5353,[::1]:53',
    { dnsServers: ['192.0.2.1', '127.0.0.1:5353', '[::1]:53'] },
  ],
  ['ALLOWED_HOSTS', 'bücher.example', { allowedHosts: ['xn--bcher-kva.example'] }],
  ['WEBHOOK_ALLOW', 'chat.lan:8080', { webhooksAllowed: [{ host: 'chat.lan', port: 8080 }] }],
  [
    'SITE_CHECK_ALLOW',
    'Intranet.example, 10.0.0.7:8080,[::1]:81,::1',
    {
      siteCheckAllowed: [
        { host: 'intranet.example', port: undefined },
        { host: '10.0.0.7', port: 8080 },
        { host: '[::1]', port: 81 },
        { host: '[::1]', port: undefined },
      ],
    },
  ],
  [
    'TRACKING_SCRIPT_PATH',
    '/site-figures.js',
    { scriptNames: { script: '/site-figures.js', endpoint: '/api/track-analytics' } },
  ],
  ['TRUST_PROXY', 'false', { trustProxy: false }],
  ['TRUST_PROXY', '0', { trustProxy: false }],
  ['TRUST_PROXY', '2', { trustProxy: 2 }],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8', { trustProxy: 'loopback, 10.0.0.0/8' }],
  ['TRUST_PROXY', '2001:db8::/32', { trustProxy: '2001:db8::/32' }],
  ['RETENTION_DAYS', '30', { retentionDays: 30 }],
  ['SEGMENT_RETENTION_DAYS', '3650', { segmentRetentionDays: 3650 }],
  ['TRACK_EVENTS_PER_SECOND', '5', { trackEventsPerSecond: 5 }],
  ['TRACK_COMPANY_EVENTS_PER_SECOND', '50', { trackCompanyEventsPerSecond: 50 }],
  ['TRACK_DISTINCT_VALUES_PER_DAY', '10', { trackDistinctValuesPerDay: 10 }],
  ['TRACK_PROPERTY_MB_PER_DAY', '2', { trackPropertyBytesPerDay: 2 * 1024 * 1024 }],
  ['MASK_EMAIL_ADDRESSES', 'false', { masksEmails: false }],
  ['DISK_RESERVE_MB', '1', { diskReserveBytes: 1024 * 1024 }],
  ['ORDERS_MB_PER_DAY', '1', { ordersMbPerDay: 1 }],
  ['WORKERS', '2', { workers: 2 }],
  ['WORKERS', '64', { workers: 64 }],
  ['METRICS_TOKEN', 't'.repeat(16), { metricsToken: 't'.repeat(16) }],
  ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
];

test.each(right)('%s may be %j', (name, value, expected) => {
  expect(read({ [name]: value })).toMatchObject(expected);
});

const wrong: [string, string][] = [
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', 'http'],
  ['PORT', '3000.5'],
  ['PUBLIC_URL', 'agency.example'],
  ['PUBLIC_URL', 'ftp://agency.example'],
  ['PUBLIC_URL', 'https://agency.example/path'],
  ['PUBLIC_URL', 'https://agency.example/?x=1'],
  ['PUBLIC_URL', 'https://agency.example/#x'],
  ['DATABASE_URL', 'mysql://db.example/x'],
  ['DATABASE_URL', 'db.example'],
  ['APP_SECRET', 'short'],
  ['ADMIN_ACCESS_KEY', 'short'],
  ['SMTP_URL', 'http://mail.example'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'Anna <anna@agency.example>\r\nBcc: evil@x.test'],
  ['CONTACT_TO', 'a b@x.test'],
  ['UNOPENED_PORTALS_MAIL', 'daily'],
  ['STRIPE_SECRET_KEY', 'pk_live_1'],
  ['STRIPE_WEBHOOK_SECRET', 'secret'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_short'],
  ['STRIPE_API_URL', 'http://stripe.evil.test'],
  ['STRIPE_API_URL', 'http://localhost.evil.test'],
  ['STRIPE_API_URL', 'https://api.example/v1'],
  ['STRIPE_PRICE_CHATBOTS', '1000'],
  ['STRIPE_PRICE_ANALYTICS', 'prod_1'],
  ['STRIPE_PRICE_AUTOMATION', 'x'],
  ['STRIPE_PRICE_DESIGN', 'x'],
  ['TLS_ASK_FROM', '0.0.0.0/0'],
  ['TLS_ASK_FROM', 'caddy'],
  ['DNS_SERVERS', 'dns.example'],
  ['DNS_SERVERS', '127.0.0.1:99999'],
  ['DNS_SERVERS', '[127.0.0.1:53'],
  ['DNS_SERVERS', '::1:53:'],
  ['SITE_CHECK_ALLOW', 'http://intranet.example'],
  ['TRACKING_SCRIPT_PATH', '/stats/x.js'],
  ['TRACKING_SCRIPT_PATH', '/t-1.js'],
  ['TRACKING_SCRIPT_PATH', 'x.js'],
  ['TRACKING_SCRIPT_PATH', '/../x.js'],
  ['TRACKING_ENDPOINT_PATH', '/site figures'],
  ['TRACKING_ENDPOINT_PATH', '/api/me'],
  ['TRACKING_ENDPOINT_PATH', '/figures/:id'],
  ['WEBHOOK_ALLOW', 'http://intranet.example'],
  ['SITE_CHECK_ALLOW', '10.0.0.7:0'],
  ['SITE_CHECK_ALLOW', '10.0.0.7,'],
  ['ALLOWED_HOSTS', 'https://agency.lan'],
  ['ALLOWED_HOSTS', 'agency.lan:8080'],
  ['ALLOWED_HOSTS', 'agency.lan,'],
  ['ALLOWED_HOSTS', '*.agency.lan'],
  ['ALLOWED_HOSTS', 'a b'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '0.0.0.0/1, 128.0.0.0/1'],
  ['TRUST_PROXY', '::/0'],
  ['TRUST_PROXY', '::ffff:0:0/96'],
  ['TRUST_PROXY', '127.1'],
  ['TRUST_PROXY', 'beef'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', 'loopback,'],
  ['RETENTION_DAYS', '0'],
  ['RETENTION_DAYS', '730000'],
  ['RETENTION_DAYS', '1e309'],
  ['SEGMENT_RETENTION_DAYS', '0'],
  ['TRACK_EVENTS_PER_SECOND', '-1'],
  ['WORKERS', '0'],
  ['WORKERS', '65'],
  ['WORKERS', 'all'],
  ['METRICS_TOKEN', 'short'],
  ['LOG_LEVEL', 'loud'],
];

test.each(wrong)('%s must not be %j, and the error names the setting without its value', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^These settings are invalid:\\n  ${name}: `));
  if (!['TRUST_PROXY', 'TLS_ASK_FROM', 'ALLOWED_HOSTS'].includes(name) && value.length > 6)
    expect(() => read({ [name]: value })).not.toThrow(value);
});

test('segments are kept at least as long as raw events: reports reach back as far as segments do', () => {
  const error = 'SEGMENT_RETENTION_DAYS: must not be less than RETENTION_DAYS';
  expect(() => read({ SEGMENT_RETENTION_DAYS: '399' })).toThrow(error);
  expect(() => read({ SEGMENT_RETENTION_DAYS: '400', RETENTION_DAYS: '401' })).toThrow(error);
  expect(read({ SEGMENT_RETENTION_DAYS: '400' })).toMatchObject({ segmentRetentionDays: 400 });
});

test('one error names every wrong setting', () => {
  const env = Object.fromEntries(wrong.map(([name, value]) => [name, value]));
  let message = '';
  try {
    read(env);
  } catch (error) {
    message = String(error);
  }
  for (const name of Object.keys(env)) expect(message).toContain(`\n  ${name}: `);
});

test('TRUST_PROXY=true is rejected with the correct alternatives', () => {
  expect(() => read({ TRUST_PROXY: 'true' })).toThrow(/any client.*such as 1.*loopback/);
});

test('blank settings are unset, unknown ones are ignored', () => {
  expect(read({ PORT: ' ', APP_SECRET: '', PATH: '/bin', port: 'x', STRIPE_SECRET_KEY: undefined })).toEqual(
    read({}),
  );
});

test('Stripe needs its webhook secret, and no prices', () => {
  const key = { STRIPE_SECRET_KEY: 'sk_test_1' };
  expect(() => read(key)).toThrow(/STRIPE_WEBHOOK_SECRET: is required/);
  const { prices } = read({ ...key, STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef' }).stripe;
  expect(Object.values(prices)).toEqual([undefined, undefined, undefined, undefined]);
});

const made = z.object({
  appSecret: z.string(),
  adminAccessKey: z.string(),
  isAdminAccessKeyNew: z.boolean(),
});

describe('secrets', () => {
  function aFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return folder;
  }

  test('are generated once, readable only by the owner, and reused', () => {
    const config = readConfig({ DATA_DIR: aFolder() }, '/');
    const first = loadSecrets(config);
    expect(first.appSecret.length).toBeGreaterThanOrEqual(43);
    expect(first.adminAccessKey?.length).toBeGreaterThanOrEqual(24);
    expect(first.isAdminAccessKeyNew).toBe(true);
    expect(loadSecrets(config)).toEqual({ ...first, isAdminAccessKeyNew: false });
    const folder = join(config.dataDir, 'secrets');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of ['app-secret', 'admin-access-key']) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
    expect(readFileSync(join(folder, 'app-secret'), 'utf8')).toBe(first.appSecret);
  });

  test('that are configured are used and not written', () => {
    const config = readConfig(
      { DATA_DIR: aFolder(), APP_SECRET: 's'.repeat(40), ADMIN_ACCESS_KEY: 'k'.repeat(20) },
      '/',
    );
    expect(loadSecrets(config)).toEqual({
      appSecret: 's'.repeat(40),
      adminAccessKey: 'k'.repeat(20),
      isAdminAccessKeyNew: false,
    });
    expect(() => statSync(join(config.dataDir, 'secrets'))).toThrow();
  });

  test('an empty administrator access key disables granting', () => {
    const config = readConfig({ DATA_DIR: aFolder(), ADMIN_ACCESS_KEY: '' }, '/');
    expect(loadSecrets(config)).toMatchObject({ adminAccessKey: undefined, isAdminAccessKeyNew: false });
  });

  test('generated by many simultaneous starts are the same for all', async () => {
    const folder = aFolder();
    const program = join(folder, 'load.mjs');
    await build({
      stdin: {
        contents: `import { readConfig } from './config.ts'; import { loadSecrets } from './secrets.ts';
          process.stdout.write(JSON.stringify(loadSecrets(readConfig({ DATA_DIR: 'data' }, process.cwd()))));`,
        resolveDir: fileURLToPath(new URL('.', import.meta.url)),
        loader: 'ts',
      },
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    });
    const start = promisify(execFile);
    const starts = await Promise.all(
      Array.from({ length: 5 }, () => start(process.execPath, [program], { cwd: folder })),
    );
    const secrets = starts.map(({ stdout }) => made.parse(JSON.parse(stdout)));
    expect(new Set(secrets.map((each) => each.appSecret)).size).toBe(1);
    expect(new Set(secrets.map((each) => each.adminAccessKey)).size).toBe(1);
    expect(secrets.filter((each) => each.isAdminAccessKeyNew)).toHaveLength(1);
    expect(readdirSync(join(folder, 'data', 'secrets')).sort()).toEqual(['admin-access-key', 'app-secret']);
  });

  test('a damaged file stops the start', () => {
    const config = readConfig({ DATA_DIR: aFolder() }, '/');
    loadSecrets(config);
    writeFileSync(join(config.dataDir, 'secrets', 'app-secret'), '');
    expect(() => loadSecrets(config)).toThrow(/app-secret is damaged/);
  });
});

describe('scheduled backups', () => {
  test('their folder is absolute, or in the data folder', () => {
    const backups = (to: string) => read({ DATA_DIR: '/data', BACKUP_TO: to }).backups.folder;
    expect(backups('/mnt/disk/northlight')).toBe('/mnt/disk/northlight');
    expect(backups('backups')).toBe('/data/backups');
    expect(backups('../backups')).toBe('/backups');
  });

  test.each([
    [{ BACKUP_SCHEDULE: 'daily' }, 'BACKUP_SCHEDULE: must be a cron expression'],
    [{ BACKUP_SCHEDULE: '0 3 31 2 *' }, 'BACKUP_SCHEDULE: must be a cron expression'],
    [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP'],
    [{ BACKUP_KEEP: '366' }, 'BACKUP_KEEP'],
  ])('%j is rejected by name', (env, message) => {
    expect(() => read(env)).toThrow(message);
  });
});

describe('the identity provider', () => {
  const oidc = {
    OIDC_ISSUER: 'https://login.microsoftonline.com/0198c0de/v2.0',
    OIDC_CLIENT_ID: 'northlight',
    OIDC_CLIENT_SECRET: 'a secret',
    OIDC_NAME: 'Example ID',
  };

  test('is off by default, and has all of its settings or none', () => {
    expect(read({}).identityProvider).toBeUndefined();
    expect(read(oidc).identityProvider).toEqual({
      issuer: oidc.OIDC_ISSUER,
      clientId: 'northlight',
      clientSecret: 'a secret',
      name: 'Example ID',
    });
    for (const name of Object.keys(oidc)) {
      expect(() => read({ ...oidc, [name]: '' })).toThrow(`${name}: is required`);
    }
  });

  test.each([
    ['http://id.example', false],
    ['http://localhost.evil.test', false],
    ['https://id.example/?tenant=1', false],
    ['id.example', false],
    ['http://127.0.0.1:4000', true],
    ['https://accounts.google.com', true],
    ['https://id.example/realms/agency/', true],
  ])('with the issuer %s is accepted: %s', (issuer, isAccepted) => {
    const config = () => read({ ...oidc, OIDC_ISSUER: issuer });
    if (isAccepted) expect(config().identityProvider?.issuer).toBe(issuer);
    else expect(config).toThrow('OIDC_ISSUER');
  });
});
