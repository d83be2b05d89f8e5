// What can be known about the files for containers, services and proxies without running any of them.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiPaths } from '../contract/paths.ts';
import { inRoot } from './run.mjs';

/** @param {string} file */
const read = (file) => readFileSync(inRoot(file), 'utf8');

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Settings that the server knows. */
const settings = [...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(
  ([, name = '']) => name,
);

/** What .dockerignore lets into a build. */
const allowed = read('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

const instructions = read('Dockerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n');

test('every file the image copies is there, and is let into the build', () => {
  const sources = instructions
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1));
  expect(sources).toContain('server');
  expect(sources.filter((source) => !existsSync(inRoot(source)))).toEqual([]);
  const shutOut = sources.filter(
    (source) => !allowed.some((name) => source === name || source.startsWith(`${name}/`)),
  );
  expect(shutOut).toEqual([]);
});

test('the image holds what the server reads beside its bundle', () => {
  const last = instructions.slice(instructions.lastIndexOf('FROM node:24-slim'));
  // The folders that resolveFolders returns.
  const folders = [...read('server/paths.ts').matchAll(/join\(root, ([^)]+)\)/g)]
    .map(([, parts]) => (parts ?? '').replaceAll(/[' ]/g, '').replaceAll(',', '/'))
    .filter((folder) => folder !== 'package.json' && !folder.startsWith('build/'));
  expect(folders).toEqual(expect.arrayContaining(['server/db/migrations', 'tracker/releases']));
  for (const folder of folders) expect(last).toContain(`COPY ${folder} ${folder}`);
});

test('the image takes a Node that the product runs on, runs as an ordinary account and says how it is', () => {
  const { engines } = JSON.parse(read('package.json'));
  const [, oldest] = /^>=(\d+)\./.exec(engines.node) ?? [];
  for (const [, major] of read('Dockerfile').matchAll(/^FROM node:(\d+)-slim/gm))
    expect(Number(major)).toBeGreaterThanOrEqual(Number(oldest));
  expect(instructions).toContain('USER node');
  expect(instructions.join('\n')).toMatch(/^HEALTHCHECK .*\/readyz/m);
  expect(read('server/features/site/health.routes.ts')).toContain("'/readyz'");
});

test('no data, secret or history gets into an image', () => {
  expect(read('.dockerignore').split('\n')).toContain('*');
  for (const name of ['data', '.env', '.git', 'node_modules', 'build', '.cache'])
    expect(allowed).not.toContain(name);
});

/** The environment of the product in compose.yaml. */
const composeBlock = /^ {2}app:\n(?: {4}.*\n)*? {4}environment:\n((?: {6}.*\n)+)/m;

test('compose.yaml passes every setting on, so that a line in .env is enough to set it', () => {
  /** @type {Record<string, string>} */
  const leftOut = {
    PORT: 'the image sets it, and the proxy relies on it',
    HOST: 'the image sets it: every address of the container',
    DATA_DIR: 'the image sets it: the volume',
    STRIPE_API_URL: 'only for trying payments out without Stripe',
  };
  const [, block = ''] = composeBlock.exec(read('compose.yaml')) ?? [];
  const lines = [...block.matchAll(/^ {6}([A-Z0-9_]+):(.*)$/gm)];
  const passed = lines.map(([, name = '']) => name);
  expect([...passed, ...Object.keys(leftOut)].toSorted()).toEqual(settings.toSorted());
  // What .env does not set stays unset, or blank, which is the same. Blank would switch granting off.
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
])('every setting that %s gives is one the server knows', (file, block, name) => {
  const [, given = ''] = block.exec(read(file)) ?? [];
  const names = [...given.matchAll(name)].map(([, found = '']) => found);
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((found) => found !== 'NODE_ENV' && !settings.includes(found))).toEqual([]);
});

test('what compose.yaml mounts is there, and every volume it names is declared', () => {
  const compose = read('compose.yaml');
  const mounts = [...compose.matchAll(/^ {6}- ([\w./-]+):\//gm)].map(([, source]) => source ?? '');
  expect(mounts.length).toBeGreaterThan(3);
  for (const mount of mounts) {
    if (mount.startsWith('./')) expect(existsSync(inRoot(mount)), mount).toBe(true);
    else expect(compose, mount).toMatch(new RegExp(`^ {2}${escaped(mount)}:$`, 'm'));
  }
});

test('the service and the image start what the build makes', () => {
  expect(read('scripts/build.mjs')).toContain("'build/server/main.js'");
  expect(read('deploy/northlight.service')).toContain('ExecStart=/usr/bin/node build/server/main.js');
  expect(instructions).toContain('CMD ["node", "build/server/main.js"]');
});

test('nginx passes every live stream on unbuffered, and nothing else', () => {
  const [, pattern = ''] =
    /location ~ (\S+) \{[^}]*proxy_buffering off;/.exec(read('deploy/nginx.conf')) ?? [];
  const unbuffered = new RegExp(pattern);
  const paths = Object.values(apiPaths).map((path) => (typeof path === 'string' ? path : path('an-id', 'x')));
  const live = paths.filter((path) => /live$/.test(path));
  expect(live.length).toBeGreaterThan(1);
  expect(paths.filter((path) => unbuffered.test(path))).toEqual(live);
});

test('the proxies keep the operator’s figures to themselves', () => {
  expect(read('deploy/nginx.conf')).toMatch(/location = \/metrics \{\s*return 404;/);
  expect(read('deploy/Caddyfile')).toMatch(/respond \/metrics 404/);
});

test('the server in compose.yaml is neither superuser nor owner of its tables, and both passwords must be given', () => {
  const compose = read('compose.yaml');
  expect(compose).toMatch(/^ {6}DATABASE_URL: postgres:\/\/northlight_app:\$\{DATABASE_PASSWORD:\?/m);
  expect(compose).toMatch(
    /^ {6}DATABASE_OWNER_URL: postgres:\/\/northlight_owner:\$\{DATABASE_OWNER_PASSWORD:\?/m,
  );
  const [, superuser = ''] = /^ {6}POSTGRES_USER: (\w+)$/m.exec(compose) ?? [];
  expect(['northlight_app', 'northlight_owner', '']).not.toContain(superuser);
});
