import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { root } from '../child-processes.ts';
import { type Recorded, recorder } from './recorder.ts';
import { type Slowness, slowDownPhone, slowDownProcessor } from './slow-phone.ts';

declare global {
  var readOpening: () => Recorded;
}

const maxMs = 90_000;
const quietMs = 1_000;
/** A portal that asks again and again is never quiet. */
const quietMaxMs = 20_000;

export interface Opening extends Recorded {
  /** React handles events, the first lists are answered where the first screen has any, the period can be changed. */
  usableMs: number;
  /** Scripts that were requested until then: their number, and their gzip size. */
  scriptCount: number;
  scriptKb: number;
  /** Everything that was requested until the page was quiet, without what the browser had in its cache. */
  fileCount: number;
  receivedKb: number;
  apiRequestCount: number;
}

export interface OpenOptions {
  url: string;
  cookie: string;
  slowness: Slowness;
  /** Whether the line is slow by itself, so that only the processor is throttled. */
  hasSlowLine?: boolean;
}

/** Opens a portal in a new tab, measures it, changes its period, and leaves it. */
export async function openPortalOnPhone(
  context: BrowserContext,
  { url, cookie, slowness, hasSlowLine = false }: OpenOptions,
): Promise<Opening> {
  await setCookie(context, url, cookie);
  const page = await context.newPage();
  await page.addInitScript({ content: recorder });
  const requests = recordRequests(page);
  const session = await context.newCDPSession(page);
  await (hasSlowLine ? slowDownProcessor : slowDownPhone)(session, slowness);
  await page.goto(url, { waitUntil: 'commit', timeout: maxMs });
  // Waits for an attribute, because the page's policy forbids waitForFunction.
  await page.locator('html[data-opened]').waitFor({ state: 'attached', timeout: maxMs });
  await requests.waitUntilQuiet();
  const recorded = await page.evaluate(() => globalThis.readOpening());
  const opening = await toOpening(recorded, requests.all);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await requireWorkingPeriod(page);
  // Leaves the page as a user would: what it keeps for the next visit may be written now.
  await page.goto('about:blank');
  await page.close();
  return opening;
}

/** The requests of a browser with an empty cache that opens a portal, without any throttling. */
export async function listRequests(
  context: BrowserContext,
  { url, cookie }: { url: string; cookie: string },
): Promise<RecordedRequest[]> {
  await setCookie(context, url, cookie);
  const page = await context.newPage();
  const requests = recordRequests(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.goto(url, { waitUntil: 'commit', timeout: maxMs });
  await requests.waitUntilQuiet();
  const recorded = await Promise.all(
    requests.all.map(async (request) => ({
      url: request.url(),
      method: request.method(),
      headers: await request.allHeaders(),
      body: request.postData(),
      isStream: isStream(request),
    })),
  );
  await page.close();
  return recorded.filter(({ url: requested }) => requested.startsWith('http'));
}

export interface RecordedRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  /** An answer that does not end. */
  isStream: boolean;
}

async function setCookie(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=', 2);
  await context.addCookies([{ name, value, url: new URL(url).origin }]);
}

const isStream = (request: Request) =>
  request.headers().accept === 'text/event-stream' || request.resourceType() === 'eventsource';

function recordRequests(page: Page) {
  const all: Request[] = [];
  const running = new Set<Request>();
  let changedAt = performance.now();
  const note = () => {
    changedAt = performance.now();
  };
  page.on('request', (request) => {
    all.push(request);
    if (!isStream(request)) running.add(request);
    note();
  });
  const end = (request: Request) => {
    running.delete(request);
    note();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return {
    all,
    waitUntilQuiet: async () => {
      const deadline = performance.now() + quietMaxMs;
      while (performance.now() < deadline) {
        if (running.size === 0 && performance.now() - changedAt > quietMs) return;
        await delay(100);
      }
    },
  };
}

async function toOpening(recorded: Recorded, requests: Request[]): Promise<Opening> {
  const { firstListMs = 0, interactiveMs = 0, timeOrigin } = recorded;
  const usableMs = Math.max(firstListMs, interactiveMs);
  const scripts = requests.filter(
    (request) => request.resourceType() === 'script' && request.timing().startTime - timeOrigin <= usableMs,
  );
  const paths = [...new Set(scripts.map((request) => new URL(request.url()).pathname))];
  let received = 0;
  let fileCount = 0;
  for (const request of requests) {
    const bytes = isStream(request) ? 0 : await receivedBytes(request);
    received += bytes;
    if (bytes > 0) fileCount += 1;
  }
  return {
    ...recorded,
    usableMs,
    scriptCount: paths.length,
    scriptKb: paths.reduce((sum, path) => sum + weighFile(path), 0) / 1_000,
    fileCount,
    receivedKb: received / 1_000,
    apiRequestCount: requests.filter((request) => new URL(request.url()).pathname.startsWith('/api/')).length,
  };
}

/** Body and headers as transferred; 0 if the browser had it in its cache or the request failed. */
async function receivedBytes(request: Request): Promise<number> {
  const response = await request.response().catch(() => null);
  if (!response) return 0;
  const { responseBodySize, responseHeadersSize } = await request
    .sizes()
    .catch(() => ({ responseBodySize: 0, responseHeadersSize: 0 }));
  // A cached answer has no size on the line.
  return request.timing().connectStart === -1 && responseBodySize === 0
    ? 0
    : responseBodySize + responseHeadersSize;
}

/** The gzip size, which does not depend on what the server sends. */
const weights = new Map<string, number>();
function weighFile(path: string): number {
  const known = weights.get(path);
  if (known !== undefined) return known;
  const weight = gzipSync(readFileSync(join(root, 'build', 'web', 'client', path)), { level: 9 }).byteLength;
  weights.set(path, weight);
  return weight;
}

/** Fails if the control that was found to work does not. */
async function requireWorkingPeriod(page: Page): Promise<void> {
  const control = page
    .locator('main button, main summary')
    .filter({ hasText: /period|\bdays\b/i })
    .first();
  const opened = page.locator('details[open], [aria-expanded="true"], dialog[open], [popover]:popover-open');
  const before = await opened.count();
  await control.click({ timeout: 10_000 });
  const deadline = performance.now() + 10_000;
  while ((await opened.count()) <= before) {
    if (performance.now() > deadline) throw new Error('The control of the period does not open.');
    await delay(50);
  }
}
