import { loadHistory, vacuumTables } from '../history.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Northlight } from '../northlight.ts';
import type { BenchBrowser } from './browser.ts';
import { throttleLikePhone } from './phone-throttling.ts';

/** From asking for the page, with nothing of it kept from before. */
export interface PortalTiming {
  firstNumberMs: number;
  firstChartMs: number;
}

const events = 100_000;
const maxMs = 120_000;

/**
 * Makes a company with a month behind it and gives what opens its portal the way a phone on slow 4G does:
 * latency, bandwidth and processor slowed as Lighthouse slows them.
 */
export async function preparePortalOnPhone(
  product: Northlight,
  { context }: BenchBrowser,
): Promise<() => Promise<PortalTiming>> {
  const companyId = await product.createCompany('Bench');
  await loadHistory(product.client, { companyId, events, days: 30, until: new Date() });
  await vacuumTables(product.client);
  const viewer = await createViewerCookies(product, companyId);
  const origin = `http://127.0.0.1:${product.port}`;

  return async () => {
    const [name = '', value = ''] = viewer().split('=', 2);
    await context.addCookies([{ name, value, url: origin }]);
    const page = await context.newPage();
    await page.addInitScript({ content: recordFirsts });
    const session = await context.newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await throttleLikePhone(session);
    await page.goto(`${origin}/company-portal/${companyId}`, { waitUntil: 'commit', timeout: maxMs });
    // By its mark: the page's policy forbids what else could wait for it.
    const root = page.locator('html[data-firsts]');
    await root.waitFor({ state: 'attached', timeout: maxMs });
    const noted = (await root.getAttribute('data-firsts')) ?? '';
    const [firstNumberMs = Number.NaN, firstChartMs = Number.NaN] = noted.split(' ').map(Number);
    await page.close();
    return { firstNumberMs, firstChartMs };
  };
}

/** Runs in the page, before anything of it, as it stands here: looks at each frame what a reader can see. */
const recordFirsts = `{
  let number = 0;
  const hasInk = (canvas) =>
    canvas.width > 0 &&
    canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((part) => part !== 0);
  const look = () => {
    const figures = [...document.querySelectorAll('[role="group"]')];
    if (number === 0 && figures.some((figure) => /\\d/.test(figure.textContent))) number = performance.now();
    if (number > 0 && [...document.querySelectorAll('canvas')].some(hasInk))
      document.documentElement.dataset.firsts = number + ' ' + performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;
