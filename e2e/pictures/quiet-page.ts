import type { Page, Request } from '@playwright/test';

const quietMs = 300;
const maxMs = 10_000;

/** Watches the requests of a page from now on. A live portal is never idle, because its stream stays open. */
export function watchRequests(page: Page): { waitUntilQuiet: () => Promise<void> } {
  const running = new Set<Request>();
  let changedAt = performance.now();
  const change = () => {
    changedAt = performance.now();
  };
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource' && request.headers().accept !== 'text/event-stream')
      running.add(request);
    change();
  });
  const end = (request: Request) => {
    running.delete(request);
    change();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return {
    waitUntilQuiet: async () => {
      const deadline = performance.now() + maxMs;
      while (performance.now() < deadline && (running.size > 0 || performance.now() - changedAt < quietMs))
        await page.evaluate(() => new Promise(requestAnimationFrame));
    },
  };
}
