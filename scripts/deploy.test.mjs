// Static checks of the files for containers, services and proxies.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiPaths } from '../contract/paths.ts';
import { inRoot } from './run.mjs';

/** @param {string} file */
const read = (file) => readFileSync(inRoot(file), 'utf8');

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The settings of the server. */
const settings = [...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(
  ([, name = '']) => name,
);

/** The paths that .dockerignore includes. */
const allowed = read('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

const instructions = read('Dockerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n');

test('every path that the Dockerfile copies exists and is not ignored', () => {
  const sources = instructions
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1));
  expect(sources).toContain('server');
  expect(sources.filter((source) => !existsSync(inRoot(source)))).toEqual([]);
  const ignored = sources.filter(
    (source) => !allowed.some((name) => source === name || source.startsWith(`${name}/`)),
  );
  expect(ignored).toEqual([]);
});

test('the image contains the folders that the server reads besides its bundle', () => {
  const last = instructions.slice(instructions.lastIndexOf('FROM node:24-slim'));
  // The folders that resolveFolders returns.
  const folders = [...read('server/paths.ts').matchAll(/join\(root, ([^)]+)\)/g)]
    .map(([, parts]) => (parts ?? '').replaceAll(/[' ]/g, '').replaceAll(',', '/'))
    .filter((folder) => folder !== 'package.json' && !folder.startsWith('build/'));
  expect(folders).toEqual(expect.arrayContaining(['server/db/migrations', 'tracker/releases']));
  for (const folder of folders) expect(last).toContain(`COPY ${folder} ${folder}`);
});

test('the image has a supported Node version, an unprivileged user and a health check', () => {
  const { engines } = JSON.parse(read('package.json'));
  const [, oldest] = /^>=(\d+)\./.exec(engines.node) ?? [];
  for (const [, major] of read('Dockerfile').matchAll(/^FROM node:(\d+)-slim/gm))
    expect(Number(major)).toBeGreaterThanOrEqual(Number(oldest));
  expect(instructions).toContain('USER node');
  expect(instructions.join('\n')).toMatch(/^HEALTHCHECK .*\/readyz/m);
  expect(read('server/features/site/health.routes.ts')).toContain("'/readyz'");
});

test('the image contains no data, secrets or history', () => {
  expect(read('.dockerignore').split('\n')).toContain('*');
  for (const name of ['data', '.env', '.git', 'node_modules', 'build', '.cache'])
    expect(allowed).not.toContain(name);
});

/** The server's environment in compose.yaml. */
const composeBlock = /^ {2}app:\n(?: {4}.*\n)*? {4}environment:\n((?: {6}.*\n)+)/m;

test('compose.yaml forwards every setting from .env', () => {
  /** @type {Record<string, string>} */
  const leftOut = {
    PORT: 'set by the image and used by the proxy',
    HOST: 'set by the image: every address of the container',
    DATA_DIR: 'set by the image: the volume',
    STRIPE_API_URL: 'only for testing payments without Stripe',
  };
  const [, block = ''] = composeBlock.exec(read('compose.yaml')) ?? [];
  const lines = [...block.matchAll(/^ {6}([A-Z0-9_]+):(.*)$/gm)];
  const passed = lines.map(([, name = '']) => name);
  expect([...passed, ...Object.keys(leftOut)].toSorted()).toEqual(settings.toSorted());
  // Settings missing in .env are blank, which means unset, except for ADMIN_ACCESS_KEY, where blank disables granting.
  for (const [, name = '', value = ''] of lines) {
    const fixed = ['PUBLIC_URL', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'TRUST_PROXY', 'ADMIN_ACCESS_KEY'];
    if (!fixed.includes(name)) expect(value).toMatch(new RegExp(`^ \\$\\{${name}:-[^}]*\\}$`));
  }
  expect(block).toMatch(/^ {6}ADMIN_ACCESS_KEY:$/m);
});

test.each([
  ['compose.yaml', composeBlock, /^ {6}([A-Z0-9_]+):/gm],
  ['deploy/northlight.service', /^Environment=(.*)$/m, /([A-Z_]+)=/g],
  ['Dockerfile', /^ENV (.*)$/m, /([A-Z_]+)=/g],
])('every setting in %s exists in the server', (file, block, name) => {
  const [, given = ''] = block.exec(read(file)) ?? [];
  const names = [...given.matchAll(name)].map(([, found = '']) => found);
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((found) => found !== 'NODE_ENV' && !settings.includes(found))).toEqual([]);
});

test('every mounted file of compose.yaml exists and every volume is declared', () => {
  const compose = read('compose.yaml');
  const mounts = [...compose.matchAll(/^ {6}- ([\w./-]+):\//gm)].map(([, source]) => source ?? '');
  expect(mounts.length).toBeGreaterThan(3);
  for (const mount of mounts) {
    if (mount.startsWith('./')) expect(existsSync(inRoot(mount)), mount).toBe(true);
    else expect(compose, mount).toMatch(new RegExp(`^ {2}${escaped(mount)}:$`, 'm'));
  }
});

test('the service and the image start a file that the build writes', () => {
  expect(read('scripts/build.mjs')).toContain("'build/server/main.js'");
  expect(read('deploy/northlight.service')).toContain('ExecStart=/usr/bin/node build/server/main.js');
  expect(instructions).toContain('CMD ["node", "build/server/main.js"]');
});

test('nginx disables buffering for live streams only', () => {
  const [, pattern = ''] =
    /location ~ (\S+) \{[^}]*proxy_buffering off;/.exec(read('deploy/nginx.conf')) ?? [];
  const unbuffered = new RegExp(pattern);
  const paths = Object.values(apiPaths).map((path) =>
    typeof path === 'string' ? path : path('an-id', 'x', 'y'),
  );
  // /stats/live is a single answer.
  const live = paths.filter((path) => /live$/.test(path) && !path.includes('/stats/'));
  expect(live.length).toBeGreaterThan(1);
  expect(paths.filter((path) => unbuffered.test(path))).toEqual(live);
});

test('nginx serves HTTP/2 in the form that every version accepts', () => {
  const secure = [...read('deploy/nginx.conf').matchAll(/^ *listen (?:\[::\]:)?443 (.*);$/gm)];
  expect(secure.map(([, options]) => options)).toEqual(['ssl http2', 'ssl http2']);
  expect(read('deploy/nginx.conf')).not.toMatch(/^ *http2 on;/m);
});

test('the proxies pass on every body that the server accepts', () => {
  const limits = readdirSync(inRoot('server'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.ts$/.test(path))
    .flatMap((path) => [...read(`server/${path}`).matchAll(/^const \w*[bB]odyMaxBytes = ([\d *]+);$/gm)])
    .map(([, factors = '']) => factors.split('*').reduce((bytes, factor) => bytes * Number(factor), 1));
  expect(limits.length).toBeGreaterThan(4);
  const largest = Math.max(...limits) / 1024 ** 2;
  expect(read('deploy/nginx.conf')).toContain(`client_max_body_size ${largest}m;`);
  expect(read('deploy/Caddyfile')).toContain(`max_size ${largest}MiB`);
});

test('the proxies do not expose /metrics and the question about certificates', () => {
  expect(read('deploy/nginx.conf')).toMatch(/location = \/metrics \{\s*return 404;/);
  expect(read('deploy/Caddyfile')).toMatch(/respond \/metrics 404/);
  expect(read('deploy/nginx.conf')).toMatch(/location = \/api\/tls\/allowed \{\s*return 404;/);
  expect(read('deploy/Caddyfile')).toMatch(/respond \/api\/tls\/allowed 404/);
});

test('compose.yaml runs the server as neither superuser nor table owner and requires both passwords', () => {
  const compose = read('compose.yaml');
  expect(compose).toMatch(/^ {6}DATABASE_URL: postgres:\/\/northlight_app:\$\{DATABASE_PASSWORD:\?/m);
  expect(compose).toMatch(
    /^ {6}DATABASE_OWNER_URL: postgres:\/\/northlight_owner:\$\{DATABASE_OWNER_PASSWORD:\?/m,
  );
  const [, superuser = ''] = /^ {6}POSTGRES_USER: (\w+)$/m.exec(compose) ?? [];
  expect(['northlight_app', 'northlight_owner', '']).not.toContain(superuser);
});
