import type { Browser, Page } from '@playwright/test';
import { password, waitForMailedLink } from '../accounts.ts';
import { createCompany } from '../northlight.ts';
import { expect, expectAccessible, test } from './story.ts';

const open = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

test('a manager works on her three companies', async ({ browser, northlight, adminState, failOnErrors }) => {
  test.slow();
  const names = ['Harbour', 'Ember', 'Lantern'];
  const made = [];
  for (const name of [...names, 'Secret'])
    made.push(await createCompany(northlight, name, `${name.toLowerCase()}.example`));
  const secret = made.at(-1);
  const email = 'bea@agency.example';

  // The owner invites her to three of four companies.
  const owner = await (await browser.newContext({ storageState: adminState })).newPage();
  failOnErrors(owner);
  await owner.goto(`${northlight.url}/admin/team`);
  await owner.getByRole('button', { name: 'Invite someone' }).click();
  await owner.getByLabel('Email').fill(email);
  for (const name of names)
    await owner.getByRole('checkbox', { name: `${name} ${name.toLowerCase()}.example` }).check();
  await expectAccessible(owner, 'the form of an invitation');
  await owner.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(owner.getByText(`${email} is invited`)).toBeVisible();

  // Refused pages log errors to her console. She opens the link, which accepts nothing by itself, and chooses a password.
  const manager = await open(browser);
  const link = await waitForMailedLink(northlight, email, '/auth/join');
  await manager.goto(link);
  await expect(manager.getByText(/as a manager of 3 companies/)).toBeVisible();
  await expectAccessible(manager, 'an invitation');
  await manager.getByLabel('Password').fill(password);
  await manager.getByRole('button', { name: 'Join and sign in' }).click();
  await expect(manager.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await expect(row(owner, email)).toContainText('Manager');

  // Her companies and pages, and nothing else.
  for (const name of names) await expect(row(manager, name)).toBeVisible();
  await expect(row(manager, 'Secret')).toHaveCount(0);
  await expect(manager.getByRole('navigation', { name: 'Admin' }).getByRole('link')).toHaveText([
    'Companies',
    'Reports',
    'Alerts',
    'Openings',
  ]);
  await manager.goto(`${northlight.url}/admin/team`);
  await expect(manager.getByRole('heading', { name: 'This page is not part of your role' })).toBeVisible();
  await manager.goto(`${northlight.url}/company-portal/${secret?.id}`);
  await expect(manager.getByRole('heading', { name: 'Company Not Found' })).toBeVisible();

  // She changes one, creates another, and has it.
  await manager.goto(`${northlight.url}/admin`);
  await manager.getByRole('button', { name: 'Create Company Portal' }).click();
  await manager.getByLabel('Name').fill('Meadow');
  await manager.getByLabel('Domain').fill('meadow.example');
  await manager.getByRole('button', { name: 'Create company', exact: true }).click();
  await manager.getByRole('link', { name: 'All companies' }).click();
  await expect(row(manager, 'Meadow')).toBeVisible();

  // While she looks at a portal, the owner removes her: the page ends, and she is signed out.
  await manager.goto(`${northlight.url}/company-portal/${made[0]?.id}`);
  await expect(manager.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
  await row(owner, email)
    .getByRole('button', { name: /Change/ })
    .click();
  await owner.getByRole('button', { name: 'Remove from the team…' }).click();
  await owner.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(owner.getByText(`${email} is no longer in the team`)).toBeVisible();
  await expect(row(owner, email)).toHaveCount(0);
  await manager.waitForURL('**/company-access?ended=*');
  await manager.goto(`${northlight.url}/admin`);
  await manager.waitForURL('**/auth');

  // The used link explains itself.
  await manager.goto(link);
  await expect(manager.getByRole('heading', { name: 'This link was used before' })).toBeVisible();
});
