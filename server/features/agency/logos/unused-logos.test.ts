import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import type { CompanyBrand } from '../../../../contract/site/agency-settings.ts';
import { anAdmin, send, type TestAccount } from '../../../testing/accounts/accounts.ts';
import { aCompany } from '../../../testing/builders.ts';
import {
  aLogo,
  saveAgencySettings,
  saveBrand,
  storeLogo,
  tryBrand,
  tryLogo,
} from '../../../testing/company-brands.ts';
import { withClient } from '../../../testing/database/with-client.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { deleteUnusedLogos, scheduleLogoCleanUp } from './unused-logos.ts';

let t: TestApp;
let owner: TestAccount;
let companyId: string;
beforeAll(async () => {
  t = await buildTestApp();
  owner = await anAdmin(t);
  companyId = (await aCompany(t.db)).company.id;
});
afterAll(() => t.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const cleanUp = (days = 7.1) => deleteUnusedLogos(t.db, inDays(days));
const upload = (colour: string) => storeLogo(t, owner.cookie, { content: aLogo(colour) });
async function isStored(...digests: string[]): Promise<boolean[]> {
  const found = await t.db.query<{ digest: string }>('SELECT digest FROM brand_files');
  const stored = new Set(found.rows.map(({ digest }) => digest));
  return digests.map((digest) => stored.has(digest));
}
const aCompanyWith = async (brand: CompanyBrand) => {
  const { company } = await aCompany(t.db, { domain: 'shop.test' });
  await saveBrand(t, owner.cookie, company.id, brand);
};

test('logos that were never saved are deleted after a week, so that new ones can be stored', async () => {
  const logo = await upload('#101010');
  // As after many previews of drafts.
  await t.db.query(
    `INSERT INTO brand_files (digest, kind, content, width, height, created_at)
     SELECT lpad(n::text, 64, '0'), 'svg', '', 1, 1, now() FROM generate_series(1, 1999) n`,
  );
  const next = () => tryLogo(t, owner.cookie, { content: aLogo('#111111') });
  expectError(await next(), 409, 'conflict', 'logo');
  await cleanUp(6.9);
  expect(await isStored(logo)).toEqual([true]);
  await cleanUp();
  expect(await isStored(logo)).toEqual([false]);
  expect((await next()).statusCode).toBe(201);
});

test('logos of companies and of every version of the settings stay', async () => {
  const light = await upload('#202020');
  const dark = await upload('#212121');
  const replaced = await upload('#222222');
  const ofClient = await upload('#232323');
  const ofClientDark = await upload('#242424');
  const unused = await upload('#252525');
  await saveAgencySettings(t, owner.cookie, { look: { logoLight: replaced } });
  await saveAgencySettings(t, owner.cookie, { look: { logoLight: light, logoDark: dark } });
  const { version } = t.server.agency.current;
  await saveAgencySettings(t, owner.cookie, {});
  await aCompanyWith({ logoLight: ofClient });
  await aCompanyWith({ logoDark: ofClientDark });
  await cleanUp();
  expect(await isStored(light, dark, replaced, ofClient, ofClientDark)).toEqual(Array(5).fill(true));
  expect(await isStored(unused)).toEqual([false]);
  const restored = await send(
    t,
    apiPaths.restoreSettings(version),
    { version: version + 1 },
    { cookie: owner.cookie },
  );
  expect(restored.statusCode).toBe(200);
});

test('a logo that is uploaded again is kept as long as a new one', async () => {
  const logo = await upload('#303030');
  await t.db.query(`UPDATE brand_files SET created_at = created_at - interval '30 days'`);
  expect(await upload('#303030')).toBe(logo);
  await cleanUp(0);
  expect(await isStored(logo)).toEqual([true]);
});

/** Resolves when `count` statements wait for a lock. */
const waitFor = (count: number) =>
  expect
    .poll(async () => {
      const found = await t.db.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return found.rows.length;
    })
    .toBe(count);

type Save = (logoDark: string) => Promise<{ statusCode: number; body: string }>;

const saves: [what: string, save: Save][] = [
  [
    'the agency',
    (logoDark) => {
      const { version } = t.server.agency.current;
      const settings = { look: { logoDark } };
      return send(t, apiPaths.settings, { version, settings }, { cookie: owner.cookie, method: 'PUT' });
    },
  ],
  ['a company', (logoDark) => tryBrand(t, owner.cookie, companyId, { logoDark })],
];

test.each(saves)('a logo that %s is about to have is not deleted', async (what, save) => {
  const logo = await upload(what === 'a company' ? '#404040' : '#414141');
  await withClient(t.databaseUrl, async (client) => {
    // Holds the change between its check and its commit.
    await client.query('BEGIN; LOCK TABLE audit_log IN EXCLUSIVE MODE');
    const saving = save(logo);
    await waitFor(1);
    const cleaning = cleanUp();
    await Promise.race([cleaning, waitFor(2)]);
    await client.query('COMMIT');
    await cleaning;
    expect((await saving).statusCode).toBe(200);
  });
  expect(await isStored(logo)).toEqual([true]);
});

test.each(saves)('a logo that is deleted while %s is about to have it is refused', async (what, save) => {
  const logo = await upload(what === 'a company' ? '#505050' : '#515151');
  await withClient(t.databaseUrl, async (client) => {
    // Holds the deletion before its end.
    await client.query('BEGIN');
    await client.query('SELECT FROM brand_files WHERE digest = $1 FOR UPDATE', [logo]);
    const cleaning = cleanUp();
    await waitFor(1);
    const saving = save(logo);
    await Promise.race([saving, waitFor(2)]);
    await client.query('COMMIT');
    await cleaning;
    const answer = await saving;
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('Upload it again')]);
  });
});

test('the job runs every day', async () => {
  const scheduled: [name: string, cron: string][] = [];
  await scheduleLogoCleanUp({ schedule: async (name, cron) => void scheduled.push([name, cron]) }, t.db);
  expect(scheduled).toEqual([['clean-logos', '47 4 * * *']]);
  const jobs = await t.db.query(`SELECT cron FROM pgboss.schedule WHERE name = 'clean-logos'`);
  expect(jobs.rows).toEqual([{ cron: '47 4 * * *' }]);
});
