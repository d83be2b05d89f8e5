import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBody } from '../../contract/errors.ts';
import { anAccount, anAdmin, anIpAddress } from '../testing/accounts.ts';
import { aCompany, aViewerCookie, publicOrigin } from '../testing/builders.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import type { RequestFixture } from '../testing/requests/valid-request.ts';
import { validRequests } from '../testing/requests/valid-requests.ts';
import { buildTestApp } from '../testing/test-app.ts';

/** What a validation library says and we never do. */
const libraryPhrases =
  /Invalid (input|string|option|number|discriminator|UUID)|must match|pattern|expected|received|Too (big|small)|regex|\/\^|Unrecognized|ZodError|undefined|>=|<=/;
/** Their bodies are signed text of the provider, or a page's form that is answered with a page. */
const withoutJsonBody = /stripe-webhook|test-checkout|csp-reports/;
/** No field of the body: the company decides who may ask, so an id that is none is answered as an unknown one. */
const answeredByDoor = 'POST /api/simulate-analytics companyId';

/** Below the connections of the pool. */
const atOnce = 6;

let house: RequestFixture;
let routes: Route[];
beforeAll(async () => {
  const { built: t, routes: all } = await listRoutes(buildTestApp);
  const { company, accessKey } = await aCompany(t.db);
  routes = all;
  house = {
    t,
    user: await anAccount(t),
    admin: await anAdmin(t),
    viewerCookie: await aViewerCookie(t.app, accessKey),
    companyId: company.id,
    managedId: (await aCompany(t.db)).company.id,
    accessKey,
  };
});
afterAll(() => house.t.close());

interface Spoiled {
  /** As a dotted path. */
  field: string;
  how: string;
  body: unknown;
}

function spoilObject(example: Record<string, unknown>, path: string[] = []): Spoiled[] {
  return Object.entries(example).flatMap(([name, held]) => {
    const field = [...path, name].join('.');
    const { [name]: _, ...rest } = example;
    const ways = [
      ['missing', rest],
      ...[null, -1, [], {}, '', 'x'.repeat(3_000), 'a\0b'].map((value) => [
        JSON.stringify(value).slice(0, 20),
        { ...example, [name]: value },
      ]),
    ] as const;
    const own = ways.map(([how, body]): Spoiled => ({ field, how: String(how), body }));
    if (typeof held !== 'object' || held === null) return own;
    const inner = spoilObject({ ...held }, [...path, name]);
    return [...own, ...inner.map((each) => ({ ...each, body: { ...example, [name]: each.body } }))];
  });
}

function cookieOf({ door }: Route): string {
  if (door === 'viewer') return house.viewerCookie;
  if (door === 'signed-in') return house.user.cookie;
  return door === 'admin' ? house.admin.cookie : '';
}

async function sendSpoiled(route: Route, body: unknown) {
  const cookie = cookieOf(route);
  return house.t.app.inject({
    method: route.method,
    url: route.url
      .replace(':companyId', route.door === 'admin' ? house.managedId : house.companyId)
      .replace(/:\w+/g, '0198c0de-0000-4000-8000-000000000000'),
    remoteAddress: anIpAddress(),
    headers: { origin: publicOrigin, 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    payload: JSON.stringify(body),
  });
}

test('no answer to a wrong field speaks in the words of a library, and each names the field', async () => {
  let named = 0;
  const queue = routes.values();
  const worker = async () => {
    for (const route of queue) {
      const name = `${route.method} ${route.url}`;
      const example = validRequests[name]?.body;
      if (!example || withoutJsonBody.test(route.url)) continue;
      for (const spoiled of spoilObject(example)) {
        if (await isNamed(route, name, spoiled)) named += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  expect(named).toBeGreaterThan(150);
}, 120_000);

/** True where the answer is about the wrong field, and names it. */
async function isNamed(route: Route, name: string, { field, how, body }: Spoiled): Promise<boolean> {
  let answer = await sendSpoiled(route, body);
  // A machine busy with other things may be late once.
  if (answer.statusCode === 503) answer = await sendSpoiled(route, body);
  const what = `${name} ${field} ${how} → ${answer.statusCode} ${answer.body}`;
  expect(answer.statusCode, what).toBeLessThan(500);
  if (answer.statusCode < 400) return false;
  const { error } = errorBody.strict().parse(answer.json());
  expect(error.message, what).not.toMatch(libraryPhrases);
  if (error.code !== 'invalid-request' || `${name} ${field}` === answeredByDoor) return false;
  expect(`${error.field}.`, what).toContain(`${field}.`);
  return true;
}

test('what is wrong is said in words for people', async () => {
  const post = async (url: string, body: unknown) => {
    const answer = await house.t.app.inject({
      method: 'POST',
      url,
      remoteAddress: anIpAddress(),
      headers: { origin: publicOrigin, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    const { message, field } = errorBody.parse(answer.json()).error;
    return { message, field };
  };
  const letter = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };
  const order = { companyId: house.companyId, eventType: 'order' };
  const contact = '/api/send-contact-email';
  expect(await post(contact, { ...letter, name: undefined })).toEqual({
    message: 'Name is required',
    field: 'name',
  });
  expect(await post(contact, { ...letter, name: '  ' })).toEqual({
    message: 'Name is required',
    field: 'name',
  });
  expect(await post(contact, { ...letter, message: 'x'.repeat(2_001) })).toEqual({
    message: 'Message is too long (at most 2000 characters)',
    field: 'message',
  });
  expect(await post(contact, { ...letter, email: 'ada@localhost' })).toEqual({
    message: 'Please enter a valid email address',
    field: 'email',
  });
  expect(await post('/api/track-analytics', { ...order, metadata: { orderId: '1', amount: 'x' } })).toEqual({
    message: 'metadata.amount must be a number such as 12.5 or "12.50"',
    field: 'metadata.amount',
  });
  expect(await post('/api/track-analytics', { companyId: house.companyId, eventType: 'click' })).toEqual({
    message: 'Event type must be one of pageview, session, order',
    field: 'eventType',
  });
  expect(await post(contact, [])).toEqual({
    message: 'The request body must be an object',
    field: undefined,
  });
});
