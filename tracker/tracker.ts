/**
 * Northlight's tracking script, a guest on somebody else's page.
 *
 *   <script defer src="https://…/t.js" data-company="{id}"></script>
 *   northlight.order({ orderId: 'A-17', amount: 49.9, currency: 'USD' });
 *
 * The copied code begins with a stub (contract/tracking-stub.ts). It keeps orders in `q` until this script
 * has run, which sends them and replaces the stub's `order` by its own.
 *
 * Aims, in this order: never break or slow the page; count each thing once; stay below 1.5 kB.
 * What is sent and when: README.md. The words of an event: contract/tracking.ts.
 */
import type { Beacon, EventType, MetricName, Sale } from './outgoing-event.ts';

const heartbeatMs = 30_000;
const keptMs = 3_600_000;
const pauseMinMs = 5_000;
const pauseMaxMs = 600_000;
/** As many as one request may carry. With addresses cut to `addressMax` they fit the 64 kB that may outlive a page. */
const queueMax = 50;
const addressMax = 350;

const warn = (reason: unknown) => console.warn('northlight:', reason);

/** Whatever goes wrong in here ends in the console, not in the page. */
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

/** Monotonic: the visitor may set the other clock. */
const clock = () => performance.now();

/** UUIDv7 (RFC 9562): 48 bits of time, version, variant, 72 random bits. */
const newId = () =>
  `${Date.now().toString(16).padStart(12, '0').replace(/.{8}/, '$&-')}-7xxx-8xxx-xxxxxxxxxxxx`.replace(
    /x/g,
    () => (+crypto.getRandomValues(new Uint8Array(1)) % 16).toString(16),
  );

/** An address without what may be private in it. */
const withoutQuery = (address: string) => address.replace(/[?#].*/, '').slice(0, addressMax);

const without = (beacons: Beacon[], gone: Beacon[]) => beacons.filter((beacon) => !gone.includes(beacon));

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

/** Everything not yet answered for, oldest first; `sending` are those of them under way. */
let queue: Beacon[] = [];
let sending: Beacon[] = [];
let pauseMs = pauseMinMs;
let pauseUntil = 0;
let serverPauseUntil = 0;
let lastBeat: number;
let timer: ReturnType<typeof setTimeout>;
let isAway: boolean;

// What waits when a page goes moves on with its tab; the ids keep it from counting twice.
const save = (isLive: boolean) => {
  try {
    sessionStorage.northlight = JSON.stringify([sessionId, isLive, queue]);
  } catch {
    // Denied or full: the session then ends with the page.
  }
};

const openSession = (isPrerendered?: Event) => {
  try {
    const [id, isLive, waiting] = JSON.parse(sessionStorage.northlight);
    // A duplicated tab, or one this site opened, starts with a copy of the storage of a page that is
    // still there, hence still marked live. The mark alone proves nothing (a crash leaves it, and the
    // next page may start before the last one has left): only the first page of a tab, or one restored
    // with a tab's history, counts as a copy. A frame and a prerendered page share their tab's storage.
    const isOldTab = history.length > 1 && performance.navigation.type < 2;
    if (!isLive || isPrerendered || self !== top || isOldTab) {
      queue = [...waiting];
      sessionId = id;
    }
  } catch {
    // Denied, or nothing there.
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
    // Offline, blocked, or cut off: as good as unsent.
  }
  sending = without(sending, batch);
  if (isSettled) queue = without(queue, batch);
  // Each failure doubles the time until a heartbeat or a page view may try again.
  pauseMs = isSettled ? pauseMinMs : Math.min(pauseMs * 2, pauseMaxMs);
  pauseUntil = isSettled ? 0 : Math.max(serverPauseUntil, clock() + pauseMs);
};

const flush = () => {
  if (clock() < pauseUntil) return;
  queue = queue.filter((beacon) => Date.now() - +new Date(beacon.metadata.timestamp) < keptMs);
  // An order travels alone: a refusal is for a whole request, and only in an order can the page be wrong.
  const batch: Beacon[] = [];
  for (const beacon of without(queue, sending)) {
    if (beacon.metadata.orderId) send([beacon]);
    else batch.push(beacon);
  }
  if (batch[0]) send(batch);
};

const add = (eventType: EventType, metricName: MetricName, sale?: Sale) => {
  if (isFramed && !sale) return;
  const metadata = {
    url,
    referrer,
    timestamp: new Date(),
    sessionId,
    userAgent: navigator.userAgent,
    ...sale,
  };
  const beacon = { id: newId(), companyId, eventType, metricName, metricValue: 1, metadata };
  queue = [...queue, beacon].slice(-queueMax);
  // At the end of the present task, so that what happens together travels together.
  queueMicrotask(quietly(flush));
};

const order = quietly((sale: Sale) => {
  const { orderId, amount, currency } = sale;
  if (!sessionId) earlierSales.push(sale);
  // Sent as it is, '12.50' as text too: the server has the exact rule, and its refusal reaches the console.
  else if (orderId && +amount >= 0) add('order', 'orders', { orderId: `${orderId}`, amount, currency });
  else warn('bad orderId or amount');
});

const beat = () => {
  clearTimeout(timer);
  if (isAway || document.hidden) return;
  const now = clock();
  if (now >= lastBeat + heartbeatMs) {
    lastBeat = now;
    // After a failure, sending again is the sign of life: an outage piles up no heartbeats.
    if (queue[0] && pauseUntil) flush();
    else add('session', 'users');
  }
  timer = setTimeout(quietly(beat), lastBeat + heartbeatMs - now);
};

const arrive = () => {
  isAway = false;
  url = withoutQuery(location.href);
  save(true);
  add('pageview', 'page_views');
  add('session', 'users');
  lastBeat = clock();
  beat();
};

const move = () => {
  // Another query or fragment is the same page.
  if (withoutQuery(location.href) === url) return;
  referrer = url;
  url = withoutQuery(location.href);
  add('pageview', 'page_views');
};

const begin = (prerendered?: Event) => {
  openSession(prerendered);
  arrive();
  listen(document, 'visibilitychange', () => {
    beat();
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
    // The storage is the tab's: a frame that goes leaves the outer page's entry alone.
    if (!isFramed || queue[0]) save(isFramed);
  });
  // Where the browser does not tell (before 2026; sandboxed pages), two looks a second at the address do:
  // a guest does not put its own functions in place of the page's.
  if (window.navigation?.currentEntry) listen(navigation, 'currententrychange', move);
  else setInterval(quietly(move), 500);
  earlierSales.forEach(order);
};

quietly(() => {
  const there = window.northlight;
  // A second copy of the script ends here. (A stub has `q`; an element with this id has no `order`.)
  if (there?.order && !there.q) return;
  earlierSales = there?.q ?? [];
  // The stub's own object, because the page may have kept a reference to it.
  const api = there?.q ? there : { order };
  window.northlight = api;
  api.q = undefined;
  api.order = order;
  // Global Privacy Control: the visitor said no.
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
  // A prerendered page has no visitor yet, and perhaps never will.
  if (document.prerendering) listen(document, 'prerenderingchange', begin);
  else begin();
})();
