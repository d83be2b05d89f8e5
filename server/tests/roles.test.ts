import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPermission, permissions, type Role, roles } from '../../contract/account/roles.ts';
import { apiPaths } from '../../contract/paths.ts';
import { anAccount, anAdmin } from '../testing/accounts/accounts.ts';
import { aMember } from '../testing/accounts/team.ts';
import { aCompany } from '../testing/builders.ts';
import { toMarkdownTable } from '../testing/markdown-table.ts';
import {
  comparable,
  expectDenied,
  expectInside,
  noCompany,
  sendToRoute,
  toName,
} from '../testing/requests/door-requests.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let routes: Route[];
/** The manager has this company, and not the other one. */
let ownId: string;
let othersId: string;
const cookies = { owner: '', 'manager of all': '', manager: '', support: '', 'no role': '' };
type Caller = keyof typeof cookies;
const rolesOf: Record<Caller, Role | null> = {
  owner: 'owner',
  'manager of all': 'manager',
  manager: 'manager',
  support: 'support',
  'no role': null,
};
const callers = Object.keys(rolesOf) as Caller[];

beforeAll(async () => {
  ({ built: t, routes } = await listRoutes(buildTestApp));
  ownId = (await aCompany(t.db)).company.id;
  othersId = (await aCompany(t.db)).company.id;
  const owner = await anAdmin(t);
  cookies.owner = owner.cookie;
  cookies['manager of all'] = (await aMember(t, owner, { role: 'manager', companies: 'all' })).cookie;
  cookies.manager = (await aMember(t, owner, { role: 'manager', companies: [ownId] })).cookie;
  cookies.support = (await aMember(t, owner, { role: 'support', companies: null })).cookie;
  cookies['no role'] = (await anAccount(t)).cookie;
});
afterAll(() => t.close());

const isPermitted = (caller: Caller, { permission = 'portals' }: Route) =>
  hasPermission(rolesOf[caller], permission);
const sendAs = (caller: Caller, route: Route, of: string): Promise<LightMyRequestResponse> =>
  sendToRoute(t, route, { of, cookie: cookies[caller], opens: isPermitted(caller, route) && of === ownId });
const behind = (door: Route['door']) => routes.filter((route) => route.door === door);
const isOfCompany = ({ url }: Route) => url.includes(':companyId');

test('every route of the admin area names a permission, and every permission is used', () => {
  const used = new Set(behind('admin').map(({ permission }) => permission));
  expect(used).not.toContain(undefined);
  // Portals are behind their own door.
  expect([...used, 'portals'].sort()).toEqual(Object.keys(permissions).sort());
});

describe.each(callers)('as %s', (caller) => {
  const role = rolesOf[caller];

  test('exactly the routes of the role answer', async () => {
    for (const route of behind('admin')) {
      const answer = await sendAs(caller, route, ownId);
      if (role === null) expectDenied(answer, route, 403, 'not-admin');
      else if (isPermitted(caller, route)) expectInside(answer, route, caller);
      else expectDenied(answer, route, 403, 'missing-permission');
    }
  });

  test('portals open to the roles that may see them, and look to others like an unknown company', async () => {
    for (const route of behind('viewer').filter(isOfCompany)) {
      const answer = await sendAs(caller, route, ownId);
      if (isPermitted(caller, route)) expectInside(answer, route, caller);
      else expectDenied(answer, route, 404, 'company-not-found');
    }
  });
});

test('a company that a manager does not have looks on every route like one that does not exist', async () => {
  const ofCompany = [...behind('admin'), ...behind('viewer')].filter(isOfCompany);
  expect(ofCompany.length).toBeGreaterThan(40);
  for (const route of ofCompany) {
    if (!isPermitted('manager', route)) continue;
    const toOthers = await sendAs('manager', route, othersId);
    const toUnknown = await sendAs('manager', route, noCompany);
    expectDenied(toOthers, route, 404, 'company-not-found');
    expect(toOthers.body, toName(route)).toBe(toUnknown.body);
    expect(comparable(toOthers), toName(route)).toEqual(comparable(toUnknown));
  }
  const { body } = await t.app.inject({ url: apiPaths.companies, headers: { cookie: cookies.manager } });
  expect(body).toContain(ownId);
  expect(body).not.toContain(othersId);
});

test('docs/roles.md shows the routes of each role', async () => {
  const renew = 'renew docs/roles.md with: npx vitest run server/tests/roles.test.ts -u';
  await expect(toDocument(), renew).toMatchFileSnapshot('../../docs/roles.md');
});

function toDocument(): string {
  const listed = routes
    .filter(({ method, url }) => method !== 'HEAD' && !url.includes('*'))
    .filter(({ door }) => door === 'admin' || door === 'viewer')
    .map((route) => ({ ...route, permission: route.permission ?? ('portals' as const) }));
  const rows = listed
    .sort((a, b) => order(a.permission) - order(b.permission) || compare(a, b))
    .map((route) => [`\`${toName(route)}\``, route.permission, ...roles.map((role) => toCell(role, route))]);
  const meanings = Object.entries(permissions).map(([name, { roles: allowed, allows }]) => [
    name,
    allows,
    ...roles.map((role) => (allowed.some((each) => each === role) ? 'yes' : '')),
  ]);
  return [
    '# Roles',
    '',
    'Written by `server/tests/roles.test.ts` from the routes and from `contract/account/roles.ts`, the only place that specifies the rights of each role.',
    'The same test requests every route with every role.',
    '',
    'An owner has every company. A manager has all companies, or those that an owner chose; a company of others looks to her like one that does not exist.',
    'Support has none. An account without a role gets 403 `not-admin`, a role without the permission 403 `missing-permission`.',
    '',
    '## Permissions',
    '',
    toMarkdownTable(['permission', 'allows', ...roles], meanings),
    '',
    '## Routes',
    '',
    'Portals also open with an access: with its key or link, a share link or a token. That needs no role.',
    '',
    toMarkdownTable(['route', 'permission', ...roles], rows),
    '',
  ].join('\n');
}

/** Routes without a company in their path that answer a manager with her companies alone. */
const narrowed: readonly string[] = [
  apiPaths.companies,
  apiPaths.overview,
  apiPaths.overviewFile,
  apiPaths.overviewValues,
  apiPaths.openings,
  apiPaths.openingsFile,
];

type Listed = Route & { permission: keyof typeof permissions };

const order = (permission: string) => Object.keys(permissions).indexOf(permission);
const compare = (a: Route, b: Route) => (`${a.url} ${a.method}` < `${b.url} ${b.method}` ? -1 : 1);

function toCell(role: Role, route: Listed): string {
  if (!hasPermission(role, route.permission)) return '';
  const isLimited = isOfCompany(route) || narrowed.includes(route.url) || route.permission === 'portals';
  return role === 'manager' && isLimited ? 'own' : 'yes';
}
