import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { aCompany, aPageview, track } from '../testing/builders.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../testing/test-app.ts';
import type { Command } from './command.ts';
import { companyList } from './company-list.ts';
import { companyShow } from './company-show.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

async function type(command: Command, ...args: string[]): Promise<string> {
  const printed: string[] = [];
  const config = readConfig(
    {
      DATABASE_URL: t.databaseUrl,
      DATA_DIR: t.config.dataDir,
      PUBLIC_URL: 'https://agency.example',
      APP_SECRET: testAppSecret,
    },
    process.cwd(),
  );
  await command.run(args, { config, print: (line) => printed.push(line), log: () => {} });
  return printed.join('\n');
}

test('an operator lists the companies with what is known of them', async () => {
  expect(await type(companyList)).toContain('There is no company yet.');
  expect(JSON.parse(await type(companyList, '--json'))).toEqual([]);
  const { company: quiet, accessKey } = await aCompany(t.db, { name: 'Quiet', domain: 'münchen.example' });
  const { company: busy } = await aCompany(t.db, { name: 'A longer name', domain: 'busy.test' });
  await track(t.app, aPageview(busy.id, { url: 'https://busy.test/', sessionId: 's1' }), {
    origin: 'https://busy.test',
  });

  const [heading, first, second, ...rest] = (await type(companyList)).split('\n');
  expect(rest).toEqual([]);
  expect(heading).toMatch(/^name +domain +currency +time zone +live +last event +shows +id$/);
  expect(first).toMatch(
    new RegExp(
      `^A longer name +busy\\.test +USD +UTC +1 +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +its events +${busy.id}$`,
    ),
  );
  expect(second).toMatch(
    new RegExp(`^Quiet +münchen\\.example +USD +UTC +0 +never +its events +${quiet.id}$`),
  );
  const json = await type(companyList, '--json');
  expect(JSON.parse(json)).toMatchObject([
    { id: busy.id, active: 1 },
    { id: quiet.id, lastEventAt: null },
  ]);
  for (const printed of [json, await type(companyList)]) expect(printed).not.toContain(accessKey);
});

test('an operator shows a company by its id or its domain, and its key only on demand', async () => {
  const { company, accessKey } = await aCompany(t.db, { name: 'Shown', domain: 'shown.example' });
  const shown = await type(companyShow, company.id.toUpperCase());
  expect(shown.split('\n')).toEqual(
    expect.arrayContaining([
      `id                ${company.id}`,
      'name              Shown',
      'domain            shown.example',
      'time zone         UTC',
      'week begins on    Monday',
      'last event        never',
      `portal            https://agency.example/company-portal/${company.id}`,
    ]),
  );
  expect(shown).not.toContain(accessKey);
  expect(await type(companyShow, 'https://www.Shown.example/')).toBe(shown);
  expect(await type(companyShow, '--company', 'shown.example', '--key')).toContain(
    `access key        ${accessKey}`,
  );
  const json = await type(companyShow, company.id, '--json');
  expect(JSON.parse(json)).toMatchObject({ id: company.id, timeZone: 'UTC', hasOrders: false });
  expect(json).not.toContain(accessKey);
  expect(JSON.parse(await type(companyShow, company.id, '--json', '--key'))).toMatchObject({ accessKey });
});

test('of companies with one domain an operator must name the id, and an unknown one is reported', async () => {
  const { company: one } = await aCompany(t.db, { name: 'One', domain: 'shared.example' });
  const { company: other } = await aCompany(t.db, { name: 'Other', domain: 'shared.example' });
  const asked = type(companyShow, 'shared.example');
  await expect(asked).rejects.toThrow('2 companies have the domain shared.example.');
  await expect(asked).rejects.toThrow(`${one.id}  One`);
  await expect(asked).rejects.toThrow(`${other.id}  Other`);
  await expect(type(companyShow, 'unknown.example')).rejects.toThrow(
    'There is no company with the id or domain unknown.example.',
  );
  await expect(type(companyShow, '0198c0de-0000-4000-8000-000000000000')).rejects.toThrow(
    'There is no company',
  );
  await expect(type(companyShow)).rejects.toThrow('COMPANY is required');
});
