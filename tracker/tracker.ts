/**
 * Northlight's tracking script. It runs on clients' pages.
 *
 *   <script defer src="https://…/t.js" data-company="{id}"></script>
 *   northlight.order({ orderId: 'A-17', amount: 49.9, currency: 'USD' });
 *
 * The copied code begins with a stub (contract/tracking-stub.ts). It keeps orders in `q` until this script
 * runs, sends them and replaces the stub's `order` with its own.
 *
 * Goals, in this order: never break or slow the page; count each event once; stay below 1.5 kB.
 * What is sent and when: README.md. The shape of an event: contract/tracking.ts.
 */
import type { Beacon, EventType, MetricName, Sale } from './outgoing-event.ts';

const heartbeatMs = 30_000;
const keptMs = 3_600_000;
const pauseMinMs = 5_000;
const pauseMaxMs = 600_000;
/** The most one request may carry. With addresses cut to `addressMax` they fit the 64 kB limit of `keepalive`. */
const queueMax = 50;
const addressMax = 350;

const warn = (reason: unknown) => console.warn('northlight:', reason);

/** Logs errors to the console, so that none reaches the page. */
const quietly =
  <Input = void>(work: (input: Input) => void) =>
  (input: Input) => {
    try {
      work(input);
    } catch (error) {
      warn(error);
    }
  };

const listen = <Kind extends Event>(target: EventTarget, name: string, work: (event: Kind) => void) =>
  target.addEventListener(name, quietly(work) as EventListener);

/** Monotonic, unlike Date.now(), which changes when the visitor sets the clock. */
const clock = () => performance.now();

/** UUIDv7 (RFC 9562): 48 bits of time, version, variant, 72 random bits. */
const newId = () =>
  `${Date.now().toString(16).padStart(12, '0').replace(/.{8}/, '$&-')}-7xxx-8xxx-xxxxxxxxxxxx`.replace(
    /x/g,
    () => (+crypto.getRandomValues(new Uint8Array(1)) % 16).toString(16),
  );

/** The query and the fragment may contain private data. */
const withoutQuery = (address: string) => address.replace(/[?#].*/, '').slice(0, addressMax);

const without = (events: Beacon[], removed: Beacon[]) => events.filter((entry) => !removed.includes(entry));

let endpoint: string;
let companyId: string;
/** Orders reported before this script could send any. */
let earlierSales: Sale[];
/** In a frame of the same site: reports orders only, because the outer page is what the visitor opened. */
let isFramed = false;
let sessionId = '';
/** The address of the current page view. */
let url: string;
let referrer = withoutQuery(document.referrer);

/** Events the server has not confirmed, oldest first; `sending` are those in a request now. */
let queue: Beacon[] = [];
let sending: Beacon[] = [];
let pauseMs = pauseMinMs;
let pauseUntil = 0;
let serverPauseUntil = 0;
let lastHeartbeat: number;
let timer: ReturnType<typeof setTimeout>;
let isAway: boolean;

// Unconfirmed events are kept in the tab for its next page; their ids prevent double counting.
const save = (isLive: boolean) => {
  try {
    sessionStorage.northlight = JSON.stringify([sessionId, isLive, queue]);
  } catch {
    // Storage is denied or full: the session then ends with the page.
  }
};

const openSession = (isPrerendered?: Event) => {
  try {
    const [id, isLive, waiting] = JSON.parse(sessionStorage.northlight);
    // A duplicated tab, or one this site opened, starts with a copy of the storage of a page that is
    // still open, so it is still marked live. The mark alone proves nothing (a crash leaves it, and the
    // next page may start before the last one has unloaded): only the first page of a tab, or one restored
    // with a tab's history, counts as a copy. A frame and a prerendered page share their tab's storage.
    const isOldTab = history.length > 1 && performance.navigation.type < 2;
    if (!isLive || isPrerendered || self !== top || isOldTab) {
      queue = [...waiting];
      sessionId = id;
    }
  } catch {
    // Storage is denied or empty.
  }
  sessionId ||= newId();
};

const send = async (batch: Beacon[]) => {
  let isSettled = false;
  sending.push(...batch);
  try {
    // A string body is text/plain, which needs no preflight.
    const answer = await fetch(endpoint, {
      method: 'POST',
      body: JSON.stringify(batch),
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    isSettled = answer.status < 500 && answer.status !== 429;
    if (!isSettled) serverPauseUntil = clock() + Number(answer.headers.get('retry-after')) * 1e3 || 0;
    else if (!answer.ok) warn(await answer.text());
  } catch {
    // Offline, blocked or interrupted: counts as not sent.
  }
  sending = without(sending, batch);
  if (isSettled) queue = without(queue, batch);
  // Each failure doubles the time until a heartbeat or a page view may try again.
  pauseMs = isSettled ? pauseMinMs : Math.min(pauseMs * 2, pauseMaxMs);
  pauseUntil = isSettled ? 0 : Math.max(serverPauseUntil, clock() + pauseMs);
};

const flush = () => {
  if (clock() < pauseUntil) return;
  queue = queue.filter((entry) => Date.now() - +new Date(entry.metadata.timestamp) < keptMs);
  // Each order has its own request: a rejection is for a whole request, and only an order has content from the page.
  const batch: Beacon[] = [];
  for (const entry of without(queue, sending)) {
    if (entry.metadata.orderId) send([entry]);
    else batch.push(entry);
  }
  if (batch[0]) send(batch);
};

const add = (eventType: EventType, metricName: MetricName, report?: Sale) => {
  if (isFramed && !report) return;
  const metadata = {
    url,
    referrer,
    timestamp: new Date(),
    sessionId,
    userAgent: navigator.userAgent,
    ...report,
  };
  const entry = { id: newId(), companyId, eventType, metricName, metricValue: 1, metadata };
  queue = [...queue, entry].slice(-queueMax);
  // At the end of the current task, so that events of one task share a request.
  queueMicrotask(quietly(flush));
};

const order = quietly((report: Sale) => {
  const { orderId, amount, currency } = report;
  if (!sessionId) earlierSales.push(report);
  // Sent unchanged, text such as '12.50' too: the server has the exact rule, and its error is logged to the console.
  else if (orderId && +amount >= 0) add('order', 'orders', { orderId: `${orderId}`, amount, currency });
  else warn('bad orderId or amount');
});

const heartbeat = () => {
  clearTimeout(timer);
  if (isAway || document.hidden) return;
  const now = clock();
  if (now >= lastHeartbeat + heartbeatMs) {
    lastHeartbeat = now;
    // After a failure a retry replaces the heartbeat, so that heartbeats do not pile up during an outage.
    if (queue[0] && pauseUntil) flush();
    else add('session', 'users');
  }
  timer = setTimeout(quietly(heartbeat), lastHeartbeat + heartbeatMs - now);
};

const arrive = () => {
  isAway = false;
  url = withoutQuery(location.href);
  save(true);
  add('pageview', 'page_views');
  add('session', 'users');
  lastHeartbeat = clock();
  heartbeat();
};

const move = () => {
  // A change of only the query or fragment is not a new page view.
  if (withoutQuery(location.href) === url) return;
  referrer = url;
  url = withoutQuery(location.href);
  add('pageview', 'page_views');
};

const start = (prerendered?: Event) => {
  openSession(prerendered);
  arrive();
  listen(document, 'visibilitychange', () => {
    heartbeat();
    flush();
  });
  listen(window, 'online', () => {
    pauseUntil = serverPauseUntil;
    flush();
  });
  listen(window, 'pageshow', (event: PageTransitionEvent) => event.persisted && arrive());
  listen(window, 'pagehide', () => {
    move();
    isAway = true;
    pauseUntil = 0;
    flush();
    // Frames share the tab's storage: a frame that unloads must not overwrite the outer page's entry.
    if (!isFramed || queue[0]) save(isFramed);
  });
  // Without the Navigation API (browsers before 2026, sandboxed pages) the address is polled twice a second:
  // replacing the page's history functions could break the page.
  if (window.navigation?.currentEntry) listen(navigation, 'currententrychange', move);
  else setInterval(quietly(move), 500);
  earlierSales.forEach(order);
};

quietly(() => {
  const there = window.northlight;
  // A second copy of the script stops here. (A stub has `q`; an element with this id has no `order`.)
  if (there?.order && !there.q) return;
  earlierSales = there?.q ?? [];
  // Reuses the stub's object, because the page may have kept a reference to it.
  const api = there?.q ? there : { order };
  window.northlight = api;
  api.q = undefined;
  api.order = order;
  // Global Privacy Control: the visitor opted out.
  if (navigator.globalPrivacyControl) return;
  const script = document.currentScript as HTMLScriptElement | null;
  companyId = script?.dataset.company ?? '';
  if (!/^[\w-]{36}$/.test(companyId)) return warn('bad data-company');
  endpoint = new URL('/api/track-analytics', script?.src).href;
  try {
    isFramed = parent.document !== document;
  } catch {
    // A page of another site contains this one.
  }
  // A prerendered page has no visitor yet, and may never have one.
  if (document.prerendering) listen(document, 'prerenderingchange', start);
  else start();
})();
