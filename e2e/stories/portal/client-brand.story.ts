import type { Page } from '@playwright/test';
import { createShop, expect, expectAccessible, openMore, openPortal, test } from '../story.ts';

const svg = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><circle cx="15" cy="15" r="12" fill="${colour}"/><rect x="36" y="11" width="80" height="8" fill="${colour}"/></svg>`;

/** The colour of live dots as it is computed for the page. */
const liveDot = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--live-dot)';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
const shownLogo = (page: Page, name: string) =>
  page
    .getByRole('img', { name })
    .evaluate((element) => getComputedStyle(element).backgroundImage.replace(/^.*\/brand\//, '/brand/'));
const isLogo = /^\/brand\/[\da-f]{64}\.svg"\)$/;

test('a client’s portal, share link and embedded card carry its brand', async ({
  browser,
  northlight,
  adminState,
  failOnErrors,
}) => {
  const { company, shop } = await createShop(northlight, 'Harbour Pine');
  const other = (await createShop(northlight, 'Plain Planks')).company;
  const admin = failOnErrors(await (await browser.newContext({ storageState: adminState })).newPage());
  await admin.goto(`${northlight.url}/admin/companies/${company.id}#brand`);
  const section = admin.getByRole('group', { name: 'Brand of the portal' });
  await section.getByLabel('Name on the portal (optional)').fill('Pine & Co');
  const accent = section.getByLabel('Accent colour of the portal', { exact: true });
  await accent.fill('#ffe600');
  await section.getByRole('button', { name: /^Use #/ }).click();
  await accent.fill('#7a1f2b');
  for (const [label, colour] of [
    ['Logo on light pages', '#7a1f2b'],
    ['Logo on dark pages', '#ffd9de'],
  ] as const) {
    await section
      .getByLabel(label)
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg(colour)) });
    await expect(section.getByRole('img', { name: label })).toBeVisible();
  }
  await expectAccessible(admin, 'the brand of a portal');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Harbour Pine saved')).toBeVisible();

  // The client's portal, from its first bytes on.
  const viewer = failOnErrors(await (await browser.newContext()).newPage());
  await openPortal(viewer, northlight, company);
  await expect(viewer).toHaveTitle('Harbour Pine · Pine & Co');
  const home = viewer.getByRole('link', { name: 'Pine & Co, portal' });
  await expect(home).toHaveAttribute('href', `/company-portal/${company.id}`);
  await viewer.emulateMedia({ colorScheme: 'light' });
  const light = await shownLogo(viewer, 'Pine & Co');
  expect(light).toMatch(isLogo);
  const colour = await liveDot(viewer);
  await expect(viewer.getByText('Northlight')).toHaveCount(0);
  await expectAccessible(viewer, 'a portal in the brand of a client');
  const rendered = await (await viewer.request.get(company.portal)).text();
  expect(rendered.indexOf('--live-dot:')).toBeLessThan(rendered.indexOf('<header'));
  // The check for accessibility ends in the dark theme.
  expect(await shownLogo(viewer, 'Pine & Co')).toMatch(isLogo);
  expect(await shownLogo(viewer, 'Pine & Co')).not.toBe(light);

  // Its share link and its embedded card.
  await admin.goto(`${company.portal}?period=today`);
  await openMore(admin);
  await admin.getByRole('link', { name: 'Share this view' }).click();
  await admin.getByLabel('What the link is for').fill('Board');
  await admin.getByRole('button', { name: 'Create link' }).click();
  const address = admin.getByRole('figure', { name: 'Address' });
  await expect(address).toContainText('/shared/');
  const url = ((await address.textContent()) ?? '').trim();
  const reader = failOnErrors(await (await browser.newContext({ colorScheme: 'light' })).newPage());
  await reader.goto(url);
  await expect(reader.getByRole('heading', { name: 'Harbour Pine' })).toBeVisible();
  await expect(reader).toHaveTitle('Harbour Pine · Pine & Co');
  expect(await shownLogo(reader, 'Pine & Co')).toBe(light);
  expect(await liveDot(reader)).toBe(colour);
  await expectAccessible(reader, 'a shared view in the brand of a client');
  await reader.emulateMedia({ colorScheme: 'light' });
  await reader.goto(url.replace('#', '?show=card:page-views#'));
  await expect(reader.getByRole('group', { name: 'Page views' })).toBeVisible();
  expect(await liveDot(reader)).toBe(colour);

  // Another portal of the agency has none of it.
  await openPortal(viewer, northlight, other);
  await expect(viewer).toHaveTitle('Plain Planks · Northlight');
  await expect(viewer.getByRole('link', { name: 'Northlight, home' })).toBeVisible();
  await viewer.emulateMedia({ colorScheme: 'light' });
  expect(await liveDot(viewer)).not.toBe(colour);
  await shop.close();
});
