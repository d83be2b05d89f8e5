import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readOpenapi } from '../testing/openapi-document.ts';
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
const documentedProgram = /```ts\n(.*?)```/s.exec(guide)?.[1] ?? '';

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await buildTestApp();
  // The program is in the project, so that it finds its packages.
  mkdirSync('.cache', { recursive: true });
  folder = mkdtempSync(resolve('.cache', 'api-client-'));
  const { text } = await readOpenapi(t.app);
  const types = await openapiTypescript(text, { defaultNonNullable: false });
  const files = {
    'northlight.ts': astToString(types),
    'shop.ts': shopProgram,
    'wrong.ts': wrongProgram,
    'documented.ts': documentedProgram,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await t.close();
});

test('programs with a client generated from /openapi.json compile under strict TypeScript', () => {
  const program = ts.createProgram(
    ['shop.ts', 'wrong.ts', 'documented.ts'].map((name) => join(folder, name)),
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
  expect(documentedProgram).toContain('createClient<paths>');
});

test('a generated client reports orders with amounts as numbers and as text, and reads them back', async () => {
  const { key } = await openOrderApi(t).aShop();
  const baseUrl = await t.app.listen({ port: 0, host: '127.0.0.1' });
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
