import { apiPaths } from '../../../contract/paths.ts';
import { startBusyLoops } from '../../busy-loops.ts';
import { createCompany } from '../../northlight.ts';
import { expect, metricCard, openPortal, test } from '../story.ts';

const portals = 4;
const busyMaxMs = 90_000;
/** Longer than the processor is busy: how fast a busy server answers is measured by the benchmark. */
const patient = expect.configure({ timeout: 150_000 });

// `npm test` runs what has this tag alone, after the other stories: they would wait for a processor as well.
test('clients open their portals while the server has no free processor, and everything loads without a click', {
  tag: '@busy',
}, async ({ browser, northlight }) => {
  const viewers = [];
  for (let nth = 1; nth <= portals; nth += 1) {
    const company = await createCompany(northlight, `Busy Shop ${nth}`, `busy-${nth}.test`);
    const address = `10.99.0.${nth}`;
    const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': address } });
    const page = await context.newPage();
    await openPortal(page, northlight, company);
    const generated = await page.request.post(`${northlight.url}${apiPaths.simulateAnalytics}`, {
      data: { companyId: company.id },
      headers: { origin: northlight.url },
    });
    expect(generated.status()).toBe(200);
    await page.goto('about:blank');
    viewers.push({ page, company });
  }

  const loops = startBusyLoops(4, busyMaxMs);
  try {
    await Promise.all(viewers.map(({ page, company }) => page.goto(company.portal)));
    for (const { page } of viewers) {
      for (const card of ['Revenue', 'Total Users'])
        await patient(metricCard(page, card)).toContainText(/[1-9]/);
      // Some parts ask only when they are near the screen.
      await page.keyboard.press('End');
      await patient(page.locator('main tbody tr').filter({ hasText: /\d/ }).last()).toBeVisible();
    }
    for (const { page } of viewers) {
      await patient(page.locator('main').getByText('Loading...')).toHaveCount(0);
      // A part that the server was too busy for is asked for again.
      await patient(page.getByText(/could not be loaded/)).toHaveCount(0);
    }
  } finally {
    await loops.stop();
  }
});
