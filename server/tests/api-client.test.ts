import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { aCompany, aPageview, track } from '../testing/builders.ts';
import { readOpenapi } from '../testing/openapi-document.ts';
import { expectAccepted } from '../testing/requests/expect-answers.ts';
import { aSharedToken, aToken } from '../testing/shop/a-token.ts';
import { openOrderApi } from '../testing/shop/order-api.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

/** A program of a shop that uses a client generated from `/openapi.json`. */
const shopProgram = `
import createClient from 'openapi-fetch';
import type { paths } from './northlight.ts';

export async function reportOrders(baseUrl: string, apiKey: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${apiKey}\` } });
  const occurredAt = new Date().toISOString();
  const reported = await client.POST('/api/v1/orders', {
    body: { orderId: 'A-1', amount: 59.9, currency: 'USD', occurredAt },
  });
  const listed = await client.POST('/api/v1/orders', {
    body: [{ orderId: 'A-2', amount: '12.50', currency: 'USD', occurredAt, items: [{ name: 'Chair', price: 12.5 }] }],
  });
  const refunded = await client.POST('/api/v1/orders/{orderId}/refunds', {
    params: { path: { orderId: 'A-1' } },
    body: { refundId: 'R-1', amount: 9.9 },
  });
  const { data } = await client.GET('/api/v1/orders', { params: { query: { limit: 10 } } });
  if (!reported.data || !listed.data || !refunded.data || !data) throw new Error('an order was not recorded');
  const results: ('recorded' | 'verified' | 'changed' | 'unchanged')[] = [reported.data, listed.data].flatMap(
    ({ orders }) => orders.map(({ result }) => result),
  );
  const wrong = await client.POST('/api/v1/orders', {
    body: { orderId: 'A-1', amount: 1, currency: 'USD', occurredAt },
  });
  const code: 'order-amount-differs' | undefined =
    wrong.error?.error.code === 'order-amount-differs' ? wrong.error.error.code : undefined;
  const { refunded: total } = refunded.data;
  return { results, code, total, amounts: data.orders.map(({ orderId, amount }) => [orderId, amount]) };
}
`;

/** A program that reads the statistics of all companies of its token. */
const reportProgram = `
import createClient from 'openapi-fetch';
import type { paths } from './northlight.ts';

export async function readSummaries(baseUrl: string, token: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
  const { data: listed } = await client.GET('/api/v1/companies');
  if (!listed) throw new Error('the companies were not listed');
  return Promise.all(
    listed.companies.map(async ({ id, name }) => {
      const { data, error } = await client.GET('/api/companies/{companyId}/stats/summary', {
        params: { path: { companyId: id }, query: { period: 'today', metrics: 'visitors,orders' } },
      });
      if (error) throw new Error(error.error.message);
      const visitors: number | string | null | undefined = data.metrics.visitors?.value;
      return { name, visitors, orders: data.metrics.orders?.value };
    }),
  );
}
`;

/** A program that must not compile: each of these lines is an error. */
const wrongProgram = `
import createClient from 'openapi-fetch';
import type { paths } from './northlight.ts';

const client = createClient<paths>({ baseUrl: 'https://analytics.example' });
const order = { orderId: 'A-1', currency: 'USD', occurredAt: '2026-11-23T10:15:00Z' };
// @ts-expect-error an amount is a number or text
await client.POST('/api/v1/orders', { body: { ...order, amount: true } });
// @ts-expect-error the amount is missing
await client.POST('/api/v1/orders', { body: order });
// @ts-expect-error a page is not an operation of the API
await client.GET('/products');
`;

const guide = readFileSync('docs/order-api.md', 'utf8');
const statisticsGuide = readFileSync('docs/statistics-api.md', 'utf8');
const documentedReport = /```ts\n(.*?)```/s.exec(statisticsGuide)?.[1] ?? '';
const documentedProgram = /```ts\n(.*?)```/s.exec(guide)?.[1] ?? '';

let t: TestApp;
let baseUrl: string;
let folder: string;
beforeAll(async () => {
  t = await buildTestApp();
  baseUrl = await t.app.listen({ port: 0, host: '127.0.0.1' });
  // The program is in the project, so that it finds its packages.
  mkdirSync('.cache', { recursive: true });
  folder = mkdtempSync(resolve('.cache', 'api-client-'));
  const { text } = await readOpenapi(t.app);
  const types = await openapiTypescript(text, { defaultNonNullable: false });
  const files = {
    'northlight.ts': astToString(types),
    'shop.ts': shopProgram,
    'report.ts': reportProgram,
    'wrong.ts': wrongProgram,
    'documented.ts': documentedProgram,
    'documented-report.ts': documentedReport,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await t.close();
});

test('programs with a client generated from /openapi.json compile under strict TypeScript', () => {
  const program = ts.createProgram(
    ['shop.ts', 'report.ts', 'wrong.ts', 'documented.ts', 'documented-report.ts'].map((name) =>
      join(folder, name),
    ),
    {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noUnusedLocals: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      noEmit: true,
      types: ['node'],
    },
  );
  const messages = ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  expect(messages).toEqual([]);
  for (const documented of [documentedProgram, documentedReport])
    expect(documented).toContain('createClient<paths>');
});

test('a generated client reports orders with amounts as numbers and as text, and reads them back', async () => {
  const { key } = await openOrderApi(t).aShop();
  const { reportOrders } = z
    .object({ reportOrders: z.custom<(baseUrl: string, apiKey: string) => Promise<unknown>>() })
    .parse(await import(pathToFileURL(join(folder, 'shop.ts')).href));
  expect(await reportOrders(baseUrl, key)).toEqual({
    results: ['recorded', 'recorded'],
    code: 'order-amount-differs',
    total: '9.90',
    amounts: [
      ['A-1', '59.90'],
      ['A-2', '12.50'],
    ],
  });
});

test('a generated client reads the summaries of the companies of its token', async () => {
  const one = (await aCompany(t.db, { name: 'Amber' })).company;
  const other = (await aCompany(t.db, { name: 'Birch' })).company;
  expectAccepted(await track(t.app, aPageview(one.id, { sessionId: 's1' })), 1);
  const { readSummaries } = z
    .object({ readSummaries: z.custom<(baseUrl: string, token: string) => Promise<unknown>>() })
    .parse(await import(pathToFileURL(join(folder, 'report.ts')).href));
  const token = await aSharedToken(t, [one.id, other.id], { rights: ['dashboard'] });
  expect(await readSummaries(baseUrl, token)).toEqual([
    { name: 'Amber', visitors: 1, orders: 0 },
    { name: 'Birch', visitors: 0, orders: 0 },
  ]);
});

test('the documented requests of the statistics work in a shell, with the token of the environment', async () => {
  const { company } = await aCompany(t.db, { name: 'Amber' });
  await track(t.app, aPageview(company.id));
  const token = await aToken(t, company.id);
  const commands = [...statisticsGuide.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, code = '']) =>
    code.trim().split('\n'),
  );
  const requests = commands.filter((line) => line.startsWith('curl '));
  expect(requests.length).toBeGreaterThan(3);
  for (const request of requests) {
    const command = request
      .replaceAll('https://analytics.example', baseUrl)
      .replaceAll('$COMPANY', company.id);
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', `${command} --silent --output /dev/null --write-out '%{http_code}'`],
      {
        env: { PATH: process.env.PATH ?? '', PORTAL_TOKEN: token },
      },
    );
    expect(stdout, request).toBe('200');
  }
});
