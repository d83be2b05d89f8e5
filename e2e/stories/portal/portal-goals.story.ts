import { createShop, expect, expectAccessible, showSection, test, visit } from '../story.ts';

test('an administrator defines a goal and sees it convert live', async ({
  browser,
  northlight,
  adminState,
  failOnErrors,
}) => {
  const { company, shop } = await createShop(northlight, 'Goals Shop');
  const visitor = await browser.newContext();
  await visit(visitor, shop.url);
  const admin = await browser.newContext({ storageState: adminState });
  const portal = failOnErrors(await admin.newPage());
  await portal.goto(company.portal);
  await showSection(portal, 'goals');
  const goals = portal.getByRole('region', { name: 'Goals' });

  await goals.getByRole('button', { name: 'Define your first goal' }).click();
  const newGoal = portal.getByRole('dialog', { name: 'New goal' });
  await newGoal.getByLabel('Name', { exact: true }).fill('Orders');
  await newGoal.getByLabel('Path').fill('thanks');
  await newGoal.getByRole('button', { name: 'Add goal' }).click();
  await expect(newGoal.getByText('The path must start with / or *.')).toBeVisible();
  await expectAccessible(portal, 'the dialog of a goal');
  await newGoal.getByLabel('Path').fill('/thanks*');
  await newGoal.getByLabel(/^Value/).fill('12.50');
  await newGoal.getByRole('button', { name: 'Add goal' }).click();
  await expect(newGoal).toBeHidden();
  const row = goals.getByRole('row', { name: /Orders/ });
  await expect(row).toContainText('0.00%');
  await portal.evaluate(() => Object.assign(window, { wasNotReloaded: true }));

  // The visit that began on the home page converts.
  const thanks = await visitor.newPage();
  await thanks.goto(`${shop.url}/thanks`);
  await expect(row).toContainText('100.00%');
  await expect(row).toContainText('$12.50');

  const funnels = portal.getByRole('region', { name: 'Funnels' });
  await funnels.getByRole('button', { name: 'Define your first funnel' }).click();
  const newFunnel = portal.getByRole('dialog', { name: 'New funnel' });
  await newFunnel.getByLabel('Name', { exact: true }).fill('From home to order');
  await newFunnel.getByLabel('Step 1: Path').fill('/');
  await newFunnel.getByLabel('Step 2: Path').fill('/thanks*');
  await expectAccessible(portal, 'the dialog of a funnel');
  await newFunnel.getByRole('button', { name: 'Add funnel' }).click();
  await expect(newFunnel).toBeHidden();
  await expect(funnels.getByText('1 visit of 1 completed it (100.00%).')).toBeVisible();

  // A second visitor stops after the first step.
  await visit(await browser.newContext(), shop.url);
  await expect(funnels.getByText('1 visit of 2 completed it (50.00%).')).toBeVisible();
  await expect(funnels.getByText('1 dropped off (50.00%)')).toBeVisible();
  await expect(row).toContainText('50.00%');
  await expectAccessible(portal, 'goals and funnels');
  expect(await portal.evaluate(() => 'wasNotReloaded' in window)).toBe(true);

  await goals.getByRole('button', { name: 'Edit the goal Orders' }).click();
  const edit = portal.getByRole('dialog', { name: 'Edit Orders' });
  await edit.getByText('Delete this goal').click();
  await edit.getByRole('button', { name: 'Delete goal' }).click();
  await expect(goals.getByRole('button', { name: 'Define your first goal' })).toBeVisible();
  await shop.close();
});
