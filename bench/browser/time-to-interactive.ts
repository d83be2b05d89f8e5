import type { BenchBrowser } from './browser.ts';
import { throttleLikePhone } from './phone-throttling.ts';

const maxMs = 120_000;

/**
 * Milliseconds from requesting a page with an empty cache until all its buttons work. Sends no input, so a page
 * that needs a pointer move, a key or a scroll to become interactive times out.
 */
export async function measureTimeToInteractive(
  { context }: BenchBrowser,
  url: string,
  device: 'desktop' | 'phone',
): Promise<number> {
  const page = await context.newPage();
  page.setDefaultTimeout(maxMs);
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  if (device === 'phone') await throttleLikePhone(session);
  await page.goto(url, { waitUntil: 'load', timeout: maxMs });
  const startedMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const mark = list.getEntriesByName('page-interactive')[0];
          if (mark) resolve(mark.startTime);
        }).observe({ type: 'mark', buffered: true });
      }),
  );
  const dead = await page.locator('button:disabled').count();
  await page.close();
  if (dead > 0) throw new Error(`${url} has ${dead} buttons that do not work`);
  return startedMs;
}
