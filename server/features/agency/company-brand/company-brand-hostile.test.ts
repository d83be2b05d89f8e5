import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAdmin, type TestAccount } from '../../../testing/accounts/accounts.ts';
import { aMember } from '../../../testing/accounts/team.ts';
import { aCompany, aViewerCookie } from '../../../testing/builders.ts';
import {
  findStoredBrand,
  saveBrand,
  showCompany,
  tryBrand,
  tryLogo,
} from '../../../testing/company-brands.ts';
import { anSvg } from '../../../testing/pictures.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let owner: TestAccount;
let companyId: string;
let viewer: { cookie: string };
beforeAll(async () => {
  t = await buildTestApp();
  owner = await anAdmin(t);
  const { company, accessKey } = await aCompany(t.db, { domain: 'shop.test' });
  companyId = company.id;
  viewer = { cookie: await aViewerCookie(t.app, accessKey) };
});
afterAll(() => t.close());

const unknownDigest = 'ab'.repeat(32);
const refused: [field: string, value: unknown][] = [
  ['accent', '#7a1f2b;background:url(https://x.test)'],
  ['accent', '#7a1f2b}body{display:none}'],
  ['accent', '</style><script>alert(1)</script>'],
  ['accent', 'url(https://x.test/a.png)'],
  ['accent', 'var(--ink)'],
  ['accent', 'red'],
  ['accent', '#7a1f2bff'],
  ['accent', '#7a1'],
  ['accent', '#7a1f2b\n'],
  ['accent', '＃7a1f2b'],
  ['accent', 8003371],
  ['accent', null],
  ['accent', ['#7a1f2b']],
  ['name', ''],
  ['name', ' \t '],
  ['name', 'a\nb'],
  ['name', 'a\0b'],
  ['name', 'a\u001b[31mb'],
  ['name', 'a\u202eb'],
  ['name', '\ud800'],
  ['name', 'x'.repeat(61)],
  ['name', null],
  ['name', { toString: 'x' }],
  ['name', `sk_live_${'a1'.repeat(12)}`],
  ['logoLight', unknownDigest],
  ['logoDark', unknownDigest],
  ['logoLight', unknownDigest.toUpperCase()],
  ['logoLight', '../../etc/passwd'],
  ['logoLight', `${unknownDigest.slice(2)});`],
  ['logoDark', 'https://x.test/logo.svg'],
  ['logoDark', null],
];

test.each(refused)(
  'a brand with %s %j is refused, and nothing of the change is saved',
  async (field, value) => {
    await saveBrand(t, owner.cookie, companyId, { name: 'Pine' });
    const answer = await tryBrand(t, owner.cookie, companyId, { name: 'Fir', [field]: value });
    const message = expectError(answer, 400, 'invalid-request', `brand.${field}`);
    expect(message).not.toMatch(/node_modules|SELECT|at \w+ \(/);
    expect(await findStoredBrand(t, companyId)).toEqual({ name: 'Pine' });
  },
);

test.each([
  '"Pine"',
  '[]',
  '7',
  'true',
  '{"name":"Fir","themeCss":"*{display:none}"}',
  '{"__proto__":{"name":"Fir"},"constructor":"x"}',
])('%s is no brand', async (json) => {
  await saveBrand(t, owner.cookie, companyId, { name: 'Pine' });
  const answer = await tryBrand(t, owner.cookie, companyId, JSON.parse(json));
  expectError(answer, 400, 'invalid-request');
  expect(await findStoredBrand(t, companyId)).toEqual({ name: 'Pine' });
});

test('HTML in a name stays text, and no part of a brand is in its declarations', async () => {
  const name = '</style><script>alert(1)</script>"\'&{}';
  await saveBrand(t, owner.cookie, companyId, { name, accent: '#7A1F2B' });
  const { brand } = await showCompany(t, companyId, viewer);
  expect(brand?.name).toBe(name);
  expect(brand?.themeCss).toMatch(
    /^:root:root,\.night\.night\{(--[\w-]+:light-dark\((oklch\([\d. ]+\),?){2}\);?)+\}$/,
  );
});

test('a logo of a company is cleaned like one of the agency', async () => {
  const manager = await aMember(t, owner, { role: 'manager', companies: [companyId] });
  const content = anSvg('<script>alert(1)</script><rect width="9" height="9" onclick="alert(1)"/>');
  const stored = await tryLogo(t, manager.cookie, { companyId, content });
  expect(stored.statusCode).toBe(201);
  await saveBrand(t, manager.cookie, companyId, { logoLight: stored.json().digest });
  const { brand } = await showCompany(t, companyId, viewer);
  const picture = await t.app.inject(brand?.logo?.light ?? '');
  expect(picture.body).not.toMatch(/script|onclick/);
  expect(picture.headers['content-security-policy']).toContain("default-src 'none'");
});

test('logos and brands of companies of others are refused for every role', async () => {
  const others = (await aCompany(t.db, { domain: 'others.test' })).company;
  await saveBrand(t, owner.cookie, others.id, { name: 'Others' });
  const manager = await aMember(t, owner, { role: 'manager', companies: [companyId] });
  const support = await aMember(t, owner, { role: 'support', companies: null });
  expectError(await tryLogo(t, manager.cookie, { companyId: others.id }), 404, 'company-not-found');
  expectError(await tryBrand(t, manager.cookie, others.id, { name: 'Mine' }), 404, 'company-not-found');
  expectError(await tryLogo(t, support.cookie, { companyId: others.id }), 403, 'missing-permission');
  expectError(await tryBrand(t, support.cookie, others.id, { name: 'Mine' }), 403, 'missing-permission');
  for (const cookie of [viewer.cookie, '']) {
    expectError(await tryLogo(t, cookie, { companyId }), 401, 'not-signed-in');
    expectError(await tryBrand(t, cookie, companyId, { name: 'Mine' }), 401, 'not-signed-in');
  }
  expect(await findStoredBrand(t, others.id)).toEqual({ name: 'Others' });
});

test('a stored brand that this version cannot read is that of the agency', async () => {
  await t.db.query('UPDATE companies SET brand = $2 WHERE id = $1', [companyId, { accent: '}*{' }]);
  expect((await showCompany(t, companyId, viewer)).brand).toBeNull();
});

test('a logo that is missing in the database is not shown', async () => {
  const stored = await tryLogo(t, owner.cookie, { companyId });
  await saveBrand(t, owner.cookie, companyId, { name: 'Pine', logoLight: stored.json().digest });
  await t.db.query('DELETE FROM brand_files');
  expect((await showCompany(t, companyId, viewer)).brand).toMatchObject({ name: 'Pine', logo: null });
});
