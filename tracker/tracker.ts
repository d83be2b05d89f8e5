/**
 * Northlight's tracking script. It runs on clients' pages.
 *
 *   <script defer src="https://…/t.js" data-company="{id}"></script>
 *   northlight.event('Sign-up', { plan: 'team' });
 *   northlight.order({ orderId: 'A-17', amount: 49.9, currency: 'USD' });
 *
 * The copied code begins with a stub (contract/tracking-stub.ts). It keeps what the page reports in `q` until this
 * script runs, sends it and replaces the stub's functions with its own.
 *
 * Goals, in this order: never break or slow the page; count each event once; be small.
 * What is sent and stored, and when: README.md. The shape of an event: contract/tracking.ts.
 */
import type { Call, Content, EventType, MetricName, OutgoingEvent, PageFields } from './outgoing-event.ts';

const tickMs = 5_000;
/** Less than the 30 seconds of six ticks, because timers are not exact. */
const heartbeatMs = 29_000;
const keptMs = 3_600_000;
const pauseMinMs = 5_000;
const pauseMaxMs = 600_000;
/** A page without any input for this long is visible, but not in use. */
const idleMs = 180_000;
const engagedMinMs = 1_000;
const queueMax = 50;
/** This many of the longest events fit the 64 kB limit of `keepalive` and of the endpoint. */
const batchMax = 20;
const addressMax = 300;
const queryMax = 999;
const file = /\.(pdf|docx?|xlsx?|pptx?|csv|zip|rar|7z|gz|dmg|exe|mp[34])$/i;

const warn = (reason: unknown) => console.warn('northlight:', reason);

/** Logs errors to the console, so that none reaches the page. */
const quietly =
  <Input extends unknown[]>(work: (...input: Input) => void) =>
  (...input: Input) => {
    try {
      work(...input);
    } catch (error) {
      warn(error);
    }
  };

// Capturing: the window then also sees what is dispatched on the document, scrolling inside an element, and clicks
// whose propagation the page stops.
const listen = <Kind extends Event>(name: string, work: (event: Kind) => void) =>
  addEventListener(name, quietly(work) as EventListener, true);

/** Monotonic, unlike Date.now(), which changes when the visitor sets the clock. */
const clock = () => performance.now();

const hex = (number: number) => Math.floor(number).toString(16);

let idCount = 0x7000;
/**
 * UUIDv7 (RFC 9562): the time, which has eleven digits until the year 2527, the version with a counter that keeps the
 * order of events of one millisecond, and 16 digits of which the first is the variant and most others are random.
 */
const newId = () =>
  `0${hex(Date.now())}${hex(idCount++)}${hex((9 + Math.random()) * 2 ** 60)}`.replace(
    /^.{8}|....(?=.{12})/g,
    '$&-',
  );

/** The query and the fragment may contain private data. */
const withoutQuery = (address: string) => address.replace(/[?#].*/, '').slice(0, addressMax);

/**
 * Whether the page reported it: an order or a custom event. These may be invalid, so each has its own request: a
 * rejection is for a whole request.
 */
const isReport = (type: EventType) => /^(o|ev)/.test(type);

/**
 * `#northlight-exclude` in place of the visitor id stops everything; an id has no x. `#northlight-include` is replaced
 * by the next id, because it never expires.
 */
const isExcluded = (stored: string | null) => /x/.test(stored as string);

const script = document.currentScript as HTMLScriptElement;
/** The switches of the tag: its `data-` attributes, or the query of its address. */
let options: DOMStringMap;
let companyId: string;
let endpoint: string;

/** Reported before this script could send anything. */
let calls: Call[];
let sessionId = '';
let page = { referrer: withoutQuery(document.referrer) } as PageFields;
/** Undefined where storage is denied or off. */
let local: Storage | undefined;
/** Where storage is denied or off, an object that ends with the page. */
let tab = {} as Storage;
/** An id whose end is not known from the server yet. */
let newVisitorId: string;

/** Events the server has not confirmed, oldest first: those that wait, and those in a request now. */
let queue: OutgoingEvent[] = [];
let sending: OutgoingEvent[] = [];
let pauseMs = pauseMinMs;
let pauseUntil = 0;
let serverPauseUntil = 0;
let lastHeartbeat: number;

/** How long the page was visible and in use since the last engagement event. */
let engagedMs = 0;
let usedAt: number;
let isShown = false;

// Unconfirmed events are kept in the tab for its next page; their ids prevent double counting. The last report of
// engagement is always unconfirmed: unless requests are failing, repeating it would only be more work for the server.
const save = quietly((isLive: boolean) => {
  const waiting = [...sending, ...queue].filter((entry) => pauseUntil || entry.eventType !== 'engagement');
  tab.northlight = JSON.stringify([sessionId, isLive, waiting, !local]);
});

const send = async (batch: OutgoingEvent[]) => {
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
    if (!isSettled) serverPauseUntil = clock() + +(answer.headers.get('retry-after') as string) * 1e3 || 0;
    else if (answer.ok) {
      const { dayEndsInSeconds } = await answer.json();
      // Zero: the company has switched the id off.
      if (dayEndsInSeconds === 0) local = void delete local?.northlight;
      else if (dayEndsInSeconds && local && newVisitorId)
        local.northlight = `${newVisitorId},${Date.now() + dayEndsInSeconds * 1e3}`;
      newVisitorId = '';
    } else warn(await answer.text());
  } catch {
    // Offline, blocked or interrupted: counts as not sent.
  }
  sending = sending.filter((entry) => !batch.includes(entry));
  if (!isSettled) queue = [...batch, ...queue];
  // Each failure doubles the time until a heartbeat or a page view may try again.
  pauseMs = isSettled ? pauseMinMs : Math.min(pauseMs * 2, pauseMaxMs);
  pauseUntil = isSettled ? 0 : Math.max(serverPauseUntil, clock() + pauseMs);
};

const flush = (isLast?: boolean) => {
  if (!isLast && clock() < pauseUntil) return;
  const batch: OutgoingEvent[] = [];
  for (const entry of queue.splice(0)) {
    if (Date.now() - +new Date(entry.metadata.timestamp) > keptMs) continue;
    if (isReport(entry.eventType)) send([entry]);
    else batch.push(entry);
  }
  while (batch[0]) send(batch.splice(0, batchMax));
};

/** The random id of this browser and day, which the site's tabs share; null where storage is denied or off. */
const findVisitorId = () => {
  try {
    if (!local) return null;
    // `id,expires`, or the mark of an excluded browser, which `add` compares.
    let [id = '', expires] = (local.northlight || '').split(',');
    if (!isExcluded(id) && !(Number(expires) > Date.now())) {
      id = newVisitorId = newId();
      // The browser's midnight, until the first answer contains the end of the company's day.
      local.northlight = `${id},${new Date().setHours(24, 0, 0, 0)}`;
    }
    return id;
  } catch {
    return null;
  }
};

const add = (eventType: EventType, content: Content, metricName?: MetricName) => {
  const visitorId = findVisitorId();
  // Excluded in another tab. In a frame of the same site only reports are sent: the visitor opened the outer page.
  if (isExcluded(visitorId) || (frameElement && !isReport(eventType))) return;
  const entry = {
    id: newId(),
    companyId,
    eventType,
    metricName,
    metricValue: 1,
    metadata: {
      ...page,
      timestamp: new Date(),
      sessionId,
      visitorId,
      userAgent: navigator.userAgent,
      language: navigator.language,
      screen: [575, 991, 1439].filter((width) => outerWidth > width).length,
      // A copy: what cannot be sent fails here, and the page may change its object later.
      ...JSON.parse(JSON.stringify(content)),
    },
  };
  queue = [...queue, entry].slice(-queueMax);
  // At the end of the current task, so that events of one task share a request.
  queueMicrotask(quietly(flush));
};

/** `northlight.order` with its report, `northlight.event` with its arguments in an array. */
const report = quietly((call: Call) => {
  if (!sessionId) calls[queueMax] || calls.push(call);
  else if (Array.isArray(call)) add('event', { name: call[0], properties: call[1] });
  else {
    const { orderId, amount, currency } = call;
    // Sent unchanged, text such as '12.50' too: the server has the exact rule, and its error is logged to the console.
    if (orderId && +amount >= 0) add('order', { orderId: `${orderId}`, amount, currency }, 'orders');
    else warn('bad orderId or amount');
  }
});

/** Counts the time since the last use, if the page was visible. */
const use = () => {
  if (isShown) engagedMs += Math.min(clock() - usedAt, idleMs);
  usedAt = clock();
  isShown = !document.hidden;
};

const reportEngagement = (isLeaving?: boolean) => {
  use();
  // Less is added to the next report.
  if (!isLeaving && engagedMs < engagedMinMs) return;
  add('engagement', { engagedMs: Math.floor(engagedMs), isLeaving });
  engagedMs = 0;
};

const readPage = (referrer: string): PageFields => {
  const search = location.search.slice(0, queryMax);
  const query = Object.fromEntries(new URLSearchParams(search));
  return {
    url: withoutQuery(location.href),
    hashPath: /^#(\/[^?#]{0,299})/.exec(('hash' in options && location.hash) as string)?.[1],
    referrer,
    utmSource: query.utm_source,
    utmMedium: query.utm_medium,
    utmCampaign: query.utm_campaign,
    utmTerm: query.utm_term,
    utmContent: query.utm_content,
    // Only the kind: the value identifies the visitor.
    clickId: /[?&]((g|fb|tt|tw)clid|msclkid|[gw]braid|li_fat_id|rdt_cid|epik)=/.exec(search)?.[1],
  };
};

const arrive = () => {
  use();
  page = readPage(page.referrer);
  save(true);
  add('pageview', {}, 'page_views');
  add('session', {}, 'users');
  lastHeartbeat = clock();
};

const move = () => {
  const next = readPage(page.url);
  // A change of only the query or fragment is not a new page view.
  if (next.url + next.hashPath === page.url + page.hashPath) return;
  reportEngagement();
  page = next;
  add('pageview', {}, 'page_views');
};

const tick = () => {
  move();
  if (document.hidden || clock() < lastHeartbeat + heartbeatMs) return;
  lastHeartbeat = clock();
  // After a failure a retry replaces the heartbeat, so that heartbeats do not pile up during an outage.
  if (queue[0] && pauseUntil) flush();
  else add('session', {}, 'users');
};

const follow = (click: MouseEvent) => {
  use();
  const link =
    (click.composedPath() as HTMLAnchorElement[]).find(({ href }) => /^http/.test(href)) || location;
  const name =
    'downloads' in options && file.test(link.pathname)
      ? 'File download'
      : 'outbound' in options && link.host !== location.host && 'Outbound link';
  // The middle button opens a new tab, the right one only a menu.
  if (name && click.button < 2) report([name, { url: withoutQuery(link.href) }]);
};

const submit = ({ target }: Event) => {
  // Not `form.name`, which may be a field with that name.
  const read = (name: string) => (target as Element).getAttribute(name);
  if ('forms' in options)
    report(['Form submit', { form: withoutQuery(read('id') || read('name') || read('action') || '') }]);
};

const start = (prerendered?: Event) => {
  try {
    const [id, isLive, waiting, isOff] = JSON.parse(tab.northlight);
    if (isOff) local = undefined;
    // A duplicated tab, or one this site opened, starts with a copy of the storage of a page that is
    // still open, so it is still marked live. The mark alone proves nothing (a crash leaves it, and the
    // next page may start before the last one has unloaded): only the first page of a tab, or one restored
    // with a tab's history, counts as a copy. A frame and a prerendered page share their tab's storage.
    const isOldTab = history.length > 1 && performance.navigation.type < 2;
    if (!isLive || prerendered || self !== top || isOldTab) {
      queue = [...waiting];
      sessionId = id;
    }
  } catch {
    // Storage is empty.
  }
  sessionId ||= newId();
  arrive();
  listen('visibilitychange', () => {
    reportEngagement();
    tick();
    flush();
  });
  listen('online', () => {
    pauseUntil = serverPauseUntil;
    flush();
  });
  listen('pageshow', (event: PageTransitionEvent) => event.persisted && arrive());
  listen('pagehide', () => {
    move();
    reportEngagement(true);
    isShown = false;
    flush(true);
    // Only for this attempt: when it is repeated, the tab has another page.
    for (const entry of sending) entry.metadata.isLeaving = undefined;
    // Frames share the tab's storage: a frame that unloads must not overwrite the outer page's entry.
    if (!frameElement || sending[0]) save(!!frameElement);
  });
  listen('pointermove', use);
  listen('keydown', use);
  listen('scroll', use);
  listen('click', follow);
  listen('auxclick', follow);
  listen('submit', submit);
  calls.forEach(report);
  // Without the Navigation API (browsers before 2026, sandboxed pages) the address is polled twice a second:
  // replacing the page's history functions could break the page.
  setInterval(quietly(tick), window.navigation?.currentEntry ? tickMs : 500);
  window.navigation?.addEventListener('currententrychange', quietly(move));
};

quietly(() => {
  const there = window.northlight;
  // A second copy of the script stops here. (A stub has `q`; an element with this id has no `order`.)
  if (there?.order && !there.q) return;
  calls = there?.q ?? [];
  // Reuses the stub's object, because the page may have kept a reference to it.
  const api = there?.q ? there : { order: report };
  window.northlight = api;
  api.q = undefined;
  api.order = report;
  api.event = (...call) => report(call);
  // Global Privacy Control: the visitor opted out.
  if (navigator.globalPrivacyControl) return;
  const { origin, searchParams } = new URL(script.src);
  options = { ...Object.fromEntries(searchParams), ...script.dataset };
  companyId = (options.company || options.c) as string;
  if (!/^[\w-]{36}$/.test(companyId)) return warn('bad data-company');
  endpoint = `${origin}/api/track-analytics`;
  try {
    if (options.storage !== 'off') {
      local = localStorage;
      tab = sessionStorage;
      if (/^#northlight-..clude$/.test(location.hash)) local.northlight = location.hash;
      if (isExcluded(local.northlight)) return warn('excluded');
    }
  } catch {
    // Storage is denied.
  }
  // A prerendered page has no visitor yet, and may never have one.
  if (document.prerendering) listen('prerenderingchange', start);
  else start();
})();
