import type { Page } from '@playwright/test';
import { portalSections } from '../../contract/company/portal-display.ts';
import type { PictureFixture } from './picture-fixture.ts';
import type { Shot } from './shot.ts';

/** The states of a portal besides that in which it opens: what a phone folds away, and what viewers see who are not clients. */
export function listPortalShots({ shops, empty }: PictureFixture): Shot[] {
  const [full] = shops;
  const path = `/company-portal/${full?.id}`;
  const portal = { path, as: 'viewer' } as const;
  return [
    { ...portal, screen: 'company-portal-first-screen', isWindow: true },
    { ...portal, screen: 'company-portal-sheet', act: openOptions, isWindow: true },
    { ...portal, screen: 'company-portal-period', act: openPeriod, isWindow: true },
    ...portalSections.map(
      (section): Shot => ({
        ...portal,
        screen: `company-portal-section-${section}`,
        act: (page) => showSection(page, section),
        phoneOnly: true,
      }),
    ),
    { screen: 'company-portal-demo', path: `/company-portal/${shops.at(-1)?.id}`, as: 'admin' },
    { screen: 'company-portal-empty-admin', path: `/company-portal/${empty.id}`, as: 'admin' },
  ];
}

/** The sheet of a phone, the menu of wide screens. */
async function openOptions(page: Page): Promise<void> {
  const options = page.locator('main').getByText(/^(Options|More)$/);
  for (const option of await options.all()) {
    if (!(await option.isVisible())) continue;
    await option.click();
    return;
  }
}

async function openPeriod(page: Page): Promise<void> {
  await page
    .locator('main summary, main button')
    .filter({ hasText: /^Period: / })
    .click();
}

/** A company may leave out sections. */
async function showSection(page: Page, section: string): Promise<void> {
  const tab = page.locator(`[aria-controls="section-${section}"]`);
  if ((await tab.count()) > 0) await tab.click();
}
