import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBody } from '../../contract/errors.ts';
import { anAccount, anAdmin, anIpAddress } from '../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie, publicOrigin } from '../testing/builders.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import type { RequestFixture } from '../testing/requests/valid/valid-request.ts';
import { validRequests } from '../testing/requests/valid/valid-requests.ts';
import { anOrderToken } from '../testing/shop/a-token.ts';
import { buildTestApp } from '../testing/test-app.ts';

/** Phrases of validation libraries, which must not appear in messages. */
const libraryPhrases =
  /Invalid (input|string|option|number|discriminator|UUID)|must match|pattern|expected|received|Too (big|small)|regex|\/\^|Unrecognized|ZodError|undefined|>=|<=/;
/** Signed bodies of the provider, and forms that are answered with a page. */
const withoutJsonBody = /stripe-webhook|webhooks|test-checkout|csp-reports/;
/** An invalid company id is answered like an unknown one, because the company decides about access. */
const answeredByDoor = 'POST /api/simulate-analytics companyId';

/** Fewer than the pool’s connections. */
const concurrency = 6;

let fixture: RequestFixture;
let routes: Route[];
beforeAll(async () => {
  const { built: t, routes: all } = await listRoutes(buildTestApp);
  const { company, accessKey } = await aCompany(t.db);
  routes = all;
  fixture = {
    t,
    user: await anAccount(t),
    admin: await anAdmin(t),
    viewerCookie: await aViewerCookie(t.app, accessKey),
    companyId: company.id,
    managedId: (await aCompany(t.db)).company.id,
    accessKey,
    token: await anOrderToken(t, company.id),
  };
});
afterAll(() => fixture.t.close());

interface MalformedRequest {
  /** A dotted path. */
  field: string;
  how: string;
  body: unknown;
}

function listMalformedBodies(example: Record<string, unknown>, path: string[] = []): MalformedRequest[] {
  return Object.entries(example).flatMap(([name, valid]) => {
    const field = [...path, name].join('.');
    const { [name]: _, ...rest } = example;
    const ways = [
      ['missing', rest],
      ...[null, -1, [], {}, '', 'x'.repeat(3_000), 'a\0b'].map((value) => [
        JSON.stringify(value).slice(0, 20),
        { ...example, [name]: value },
      ]),
    ] as const;
    const own = ways.map(([how, body]): MalformedRequest => ({ field, how: String(how), body }));
    if (typeof valid !== 'object' || valid === null) return own;
    if (Array.isArray(valid)) return [...own, ...listMalformedItems(example, name, valid, path)];
    const inner = listMalformedBodies({ ...valid }, [...path, name]);
    return [...own, ...inner.map((each) => ({ ...each, body: { ...example, [name]: each.body } }))];
  });
}

/** The same for the items of a list that have fields. */
function listMalformedItems(
  example: Record<string, unknown>,
  name: string,
  items: readonly unknown[],
  path: string[],
): MalformedRequest[] {
  return items.flatMap((item, index) => {
    if (typeof item !== 'object' || item === null) return [];
    return listMalformedBodies({ ...item }, [...path, name, String(index)]).map((each) => ({
      ...each,
      body: { ...example, [name]: items.with(index, each.body) },
    }));
  });
}

function cookieOf({ door }: Route): string {
  if (door === 'viewer') return fixture.viewerCookie;
  if (door === 'signed-in') return fixture.user.cookie;
  return door === 'admin' ? fixture.admin.cookie : '';
}

async function sendMalformed(route: Route, body: unknown) {
  const cookie = cookieOf(route);
  return fixture.t.app.inject({
    method: route.method,
    url: route.url
      .replace(':companyId', route.door === 'admin' ? fixture.managedId : fixture.companyId)
      .replace(':provider', 'stripe')
      .replace(':period', 'monthly-2026-08-01')
      .replace(/:\w+/g, '0198c0de-0000-4000-8000-000000000000'),
    remoteAddress: anIpAddress(),
    headers: { origin: publicOrigin, 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    payload: JSON.stringify(body),
  });
}

test('errors about a field contain no library message and name the field', async () => {
  let named = 0;
  const queue = routes.values();
  const worker = async () => {
    for (const route of queue) {
      const name = `${route.method} ${route.url}`;
      const example = validRequests[name]?.body;
      if (!example || withoutJsonBody.test(route.url)) continue;
      for (const malformed of listMalformedBodies(example)) {
        if (await isNamed(route, name, malformed)) named += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  expect(named).toBeGreaterThan(150);
});

/** True if the response is an error about the invalid field. */
async function isNamed(route: Route, name: string, { field, how, body }: MalformedRequest): Promise<boolean> {
  let answer = await sendMalformed(route, body);
  // A busy machine may answer 503 once.
  if (answer.statusCode === 503) answer = await sendMalformed(route, body);
  const what = `${name} ${field} ${how} → ${answer.statusCode} ${answer.body}`;
  expect(answer.statusCode, what).toBeLessThan(500);
  if (answer.statusCode < 400) return false;
  const { error } = errorBody.strict().parse(answer.json());
  expect(error.message, what).not.toMatch(libraryPhrases);
  if (error.code !== 'invalid-request' || `${name} ${field}` === answeredByDoor) return false;
  expect(`${error.field}.`, what).toContain(`${field}.`);
  return true;
}

test('messages about invalid fields are readable', async () => {
  const post = async (url: string, body: unknown) => {
    const answer = await fixture.t.app.inject({
      method: 'POST',
      url,
      remoteAddress: anIpAddress(),
      headers: { origin: publicOrigin, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    const { message, field } = errorBody.parse(answer.json()).error;
    return { message, field };
  };
  const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };
  const order = { companyId: fixture.companyId, eventType: 'order' };
  const contact = '/api/send-contact-email';
  expect(await post(contact, { ...message, name: undefined })).toEqual({
    message: 'Name is required',
    field: 'name',
  });
  expect(await post(contact, { ...message, name: '  ' })).toEqual({
    message: 'Name is required',
    field: 'name',
  });
  expect(await post(contact, { ...message, message: 'x'.repeat(2_001) })).toEqual({
    message: 'Message is too long (at most 2000 characters)',
    field: 'message',
  });
  expect(await post(contact, { ...message, email: 'ada@localhost' })).toEqual({
    message: 'Please enter a valid email address',
    field: 'email',
  });
  expect(await post('/api/track-analytics', { ...order, metadata: { orderId: '1', amount: 'x' } })).toEqual({
    message: 'metadata.amount must be a number such as 12.5 or "12.50"',
    field: 'metadata.amount',
  });
  expect(await post('/api/track-analytics', { companyId: fixture.companyId, eventType: 'click' })).toEqual({
    message: 'Event type must be one of pageview, session, order, event, engagement',
    field: 'eventType',
  });
  expect(await post(contact, [])).toEqual({
    message: 'The request body must be an object',
    field: undefined,
  });
});
