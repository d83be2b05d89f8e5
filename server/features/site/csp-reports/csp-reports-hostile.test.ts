import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { sendError } from '../../../platform/http/error-handler.ts';
import { validatorCompiler } from '../../../platform/http/validate.ts';
import { Metrics } from '../../../platform/metrics/metrics.ts';
import { anIpAddress } from '../../../testing/accounts/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { cspReportsRoutes } from './csp-reports.routes.ts';

const lines: string[] = [];
let clock = 0;
let metrics: Metrics;
let app: FastifyInstance;
beforeEach(async () => {
  lines.length = 0;
  clock = 0;
  metrics = new Metrics();
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  const logger = pino({}, { write: (line) => void lines.push(line) });
  await app.register(cspReportsRoutes, { metrics, logger, now: () => clock });
});

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const send = (
  payload: string | object,
  type = 'application/csp-report',
  to = app,
  remoteAddress = '127.0.0.1',
) =>
  to.inject({
    method: 'POST',
    url: apiPaths.cspReports,
    headers: { 'content-type': type },
    remoteAddress,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

const old = (given: Record<string, string> = {}) => ({
  'csp-report': {
    'document-uri': 'http://localhost:3000/auth/confirm?token=secret-of-the-mail#x',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.test/x.js?who=ada@engine.example',
    'script-sample': 'steal()',
    ...given,
  },
});
const recent = (count: number, directive = 'img-src') =>
  Array.from({ length: count }, () => ({
    type: 'csp-violation',
    age: 1,
    url: 'http://localhost:3000/',
    body: {
      effectiveDirective: directive,
      blockedURL: 'inline',
      documentURL: 'http://localhost:3000/products',
    },
  }));

const counts = () =>
  Object.fromEntries(
    metrics
      .read()
      .filter(({ name }) => name === 'northlight_csp_reports_total')
      .flatMap(({ samples }) => samples.map(({ labels, value }) => [labels.directive, value])),
  );

test('both kinds of reports are counted by directive and logged', async () => {
  expect((await send(old())).statusCode).toBe(204);
  expect((await send(recent(3), 'application/reports+json')).statusCode).toBe(204);
  expect(counts()).toEqual({ 'script-src-elem': 1, 'img-src': 3 });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { directive: 'script-src-elem', blocked: 'https://evil.test', page: '/auth/confirm' },
    { directive: 'img-src', blocked: 'inline', page: '/products' },
  ]);
});

test('reports of pages with a token log no token, query or script', async () => {
  await send(old());
  expect(lines).toHaveLength(1);
  for (const secret of ['secret-of-the-mail', 'ada@engine', 'steal'])
    expect(lines.join('')).not.toContain(secret);
});

test('a flood of reports with invented directives makes one log line and one sample', async () => {
  for (let n = 0; n < 500; n += 1) await send(old({ 'effective-directive': `made-up-${n}` }));
  expect(lines).toHaveLength(1);
  expect(counts()).toEqual({ other: 500 });
  clock = 60_001;
  await send(old({ 'effective-directive': 'again' }));
  expect(lines).toHaveLength(2);
});

test('log entries are short and have one line', async () => {
  const nasty = 'x\n{"level":60}\u001b[31m';
  await send(
    old({ 'blocked-uri': nasty.repeat(50), 'document-uri': `http://localhost/${'a'.repeat(3_000)}${nasty}` }),
  );
  expect(lines).toHaveLength(1);
  expect(lines.join('').trimEnd().split('\n')).toHaveLength(1);
  expect(lines.join('').length).toBeLessThan(500);
  expect(lines.join('')).not.toContain('\u001b');
});

test.each([
  ['without JSON', '{', 'application/csp-report', 400],
  ['nothing', '', 'application/csp-report', 400],
  ['another shape', '{"a":1}', 'application/csp-report', 400],
  ['a prototype key', '{"__proto__":{"x":1},"csp-report":[]}', 'application/csp-report', 400],
  ['too many at once', JSON.stringify(recent(21)), 'application/reports+json', 400],
  ['too much', JSON.stringify(old({ 'script-sample': 'x'.repeat(9_000) })), 'application/csp-report', 413],
  ['deep nesting', `${'['.repeat(4_000)}${']'.repeat(4_000)}`, 'application/reports+json', 400],
  ['another type', 'a=1', 'application/x-www-form-urlencoded', 415],
] as const)('a report %s is rejected and not counted', async (_what, payload, type, status) => {
  expect((await send(payload, type)).statusCode).toBe(status);
  expect(counts()).toEqual({});
  expect(lines).toEqual([]);
});

test('an address may send thirty reports a minute', async () => {
  const address = anIpAddress();
  const got: number[] = [];
  for (let n = 0; n < 33; n += 1) got.push((await send(old(), undefined, t.app, address)).statusCode);
  expect(got).toEqual([...Array(30).fill(204), 429, 429, 429]);
  expect((await send(old(), undefined, t.app, anIpAddress())).statusCode).toBe(204);
});
