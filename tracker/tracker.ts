/**
 * The tracking script. It runs on clients' pages.
 *
 *   <script defer src="https://…/t.js" data-company="{id}"></script>
 *   siteStats.event('Sign-up', { plan: 'team' });
 *   siteStats.order({ orderId: 'A-17', amount: 49.9, currency: 'USD' });
 *   siteStats.visitor() // For the shop's server, which reports the order with it.
 *
 * The copied code begins with a stub (contract/tracking-stub.ts). It keeps what the page reports in `q` until this
 * script runs, sends it and replaces the stub's functions with its own.
 *
 * Goals, in this order: never break or slow the page; count each event once; be small.
 * The functions are in the order that compresses best, by topic as far as that allows; another order costs 20 bytes.
 * What is sent and stored, and when: README.md. The shape of an event: contract/tracking.ts.
 */
import type {
  Api,
  Call,
  Content,
  EventCall,
  EventType,
  MetricName,
  OrderReport,
  OutgoingEvent,
  PageFields,
} from './outgoing-event.ts';

const tickMs = 5_000;
/** Less than the 30 seconds of six ticks, because timers are not exact. */
const heartbeatMs = 29_000;
const keptMs = 3_600_000;
const pauseMinMs = 10_000;
const pauseMaxMs = 600_000;
/** A page without any input for this long is visible, but not in use. */
const idleMs = 180_000;
const engagedMinMs = 1_000;
const queueMax = 50;
/** This many of the longest events fit the 64 kB limit of `keepalive` and of the endpoint. */
const batchMax = 20;
/** Its query is read to here. The path and the referrer have their own limits, in `withoutQuery`. */
const addressMax = 1_299;

let pauseUntil: number;

/** Reported before this script could send anything. */
let calls: Call[];

let sending: OutgoingEvent[][] = [];

/** Events the server has not confirmed, oldest first: those that wait, and those in a request now. */
let queue: OutgoingEvent[] = [];

/** The switches of the tag: its `data-` attributes, or the query of its address. */
let options: DOMStringMap;

/** Undefined until the first, and not a number while the page is in the back/forward cache. */
let lastHeartbeat: number;

/** Zero or undefined while requests succeed. */
let pauseMs: number;

let sessionId: string;

/** The last time, when the page is left, nothing can wait any longer. */
const flush = (isLast?: boolean) => {
  if (!isLast && clock() < pauseUntil) return;
  const batch: OutgoingEvent[] = [];
  for (const entry of queue.splice(0)) {
    // Set when it is sent, because a repetition comes from another page. It has a meaning only in engagement.
    entry.metadata.isLeaving = isLast;
    if (entry.id < newId(keptMs)) continue;
    // A report: "order" and "event" are the types of five letters. It may be invalid, and a rejection is for a whole request.
    if (!entry.eventType[5]) send([entry]);
    else batch.push(entry);
  }
  while (batch[0]) send(batch.splice(0, batchMax));
};

const warn = (reason: unknown) => console.warn('site stats:', reason);

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

/** Sends everything: the page is hidden, shown again or left. */
const conclude = (isLeaving?: boolean) => {
  check();
  reportEngagement(isLeaving);
  flush(isLeaving);
};

/** The query and the fragment may contain private data. */
const withoutQuery = (address: string) => (/[^?#]{0,300}/.exec(address) as RegExpExecArray)[0];

/**
 * The random id of this browser and day, which the site's tabs share; null where storage is denied or off, undefined in an
 * excluded browser.
 */
const findVisitorId = () => {
  try {
    // Throws where storage is denied or off. `id,expires`, or the mark of an excluded browser.
    const [id, expires] = `${(local as Storage).siteStats}`.split(',') as [string, number];
    // `#stats-exclude`; an id has no x. `#stats-include` is replaced by the next id, because it never expires.
    if (/x/.test(id)) return undefined;
    // Text, compared as a number.
    if (Date.now() < expires) return id;
    // The browser's midnight, until the first answer contains the end of the company's day.
    newVisitorId = newId();
    (local as Storage).siteStats = `${newVisitorId},${new Date().setHours(24, 0, 0, 0)}`;
    return newVisitorId;
  } catch {
    return null;
  }
};

/** How long the page was visible and in use since the last engagement event. */
let engagedMs = 0;

const reportEngagement = (isLeaving?: boolean) => {
  use();
  // Less is added to the next report.
  if (!isLeaving && engagedMs < engagedMinMs) return;
  add('engagement', { engagedMs: engagedMs | 0 });
  engagedMs = 0;
};

/**
 * UUIDv7 (RFC 9562): the time, which has eleven digits until the year 2527, the version, two digits of a counter that
 * keeps the order of events of one millisecond (it runs over into the time: a millisecond for 256 ids), and 16 digits of
 * which the first is the variant and the others are random bytes in decimal. (`crypto.randomUUID` exists only under https.)
 */
const newId = (ageMs = 0) =>
  `0${((Date.now() - ageMs) * 256 + idCount++).toString(16)}9${crypto.getRandomValues(new Uint8Array(16)).join('')}`
    .replace(/(.{8})(....)(..)(....)/, '$1-$2-70$3-$4-')
    .slice(0, 36);

const submit = ({ target }: Event) => {
  // Not `form.name`, which may be a field with that name.
  const read = (name: string) => (target as Element).getAttribute(name);
  if ('forms' in options)
    report(['Form submit', { form: withoutQuery(read('id') || read('name') || read('action') || '') }]);
};

/** Where storage is denied or off, an object that ends with the page. */
let tab = {} as Storage;

// Unconfirmed events are kept in the tab for its next page; their ids prevent double counting. The last report of
// engagement is always unconfirmed: unless requests are failing, repeating it would only be more work for the server.
const save = quietly((isLive: boolean) => {
  const waiting = [...sending, queue].flat().filter((entry) => pauseMs || entry.eventType !== 'engagement');
  tab.siteStats = JSON.stringify([sessionId, isLive, waiting, !local]);
});

/** Null where the tag cannot be found. A module and a script in a shadow tree have no `currentScript`. */
const script = (document.currentScript ||
  document.querySelector('[data-company]')) as HTMLScriptElement | null;

let companyId: string;

/** Undefined until the first use, and not a number while the page is hidden. */
let usedAt: number;

const follow = (click: MouseEvent) => {
  use();
  const link = (click.composedPath() as HTMLAnchorElement[]).find(({ href }) => /^h/.test(href));
  // The middle button opens a new tab, the right one only a menu.
  if (!link || click.button > 1) return;
  const name =
    'downloads' in options && file.test(link.pathname)
      ? 'File download'
      : 'outbound' in options && link.host !== location.host && 'Outbound link';
  if (name) report([name, { url: withoutQuery(link.href) }]);
};

/** Monotonic, unlike Date.now(), which changes when the visitor sets the clock. */
const clock = () => performance.now();

let page = { referrer: withoutQuery(document.referrer) } as PageFields;

const file = /\.(pdf|(doc|xls|ppt)x?|csv|zip|rar|7z|gz|dmg|exe|mp[34])$/i;

/** Reports what has happened since the last call: an arrival, another path, a heartbeat that is due. */
const check = quietly(() => {
  const next = readPage(lastHeartbeat ? page.url : page.referrer);
  // Marks the tab's storage before this page adds events, which a page in a frame would send again.
  if (!lastHeartbeat) save(true);
  // A change of only the query or fragment is not a new page view.
  if (!lastHeartbeat || next.url + next.hashPath !== page.url + page.hashPath) {
    reportEngagement();
    page = next;
    add('pageview', {}, 'page_views');
  }
  if (lastHeartbeat && (document.hidden || clock() < lastHeartbeat + heartbeatMs)) return;
  lastHeartbeat = clock();
  // After a failure a retry replaces the heartbeat, so that heartbeats do not pile up during an outage.
  if (queue[0] && pauseMs) flush();
  else add('session', {}, 'users');
});

let serverPauseUntil = 0;

const start = (prerendered?: Event) => {
  try {
    const [id, isLive, waiting, isOff] = JSON.parse(tab.siteStats);
    if (isOff) local = undefined;
    // A duplicated tab, or one this site opened, starts with a copy of the storage of a page that is
    // still open, so it is still marked live. The mark alone proves nothing (a crash leaves it, and the
    // next page may start before the last one has unloaded): only the first page of a tab, or one restored
    // with a tab's history, counts as a copy. A frame and a prerendered page share their tab's storage.
    if (!isLive || prerendered || frameElement || (history.length > 1 && performance.navigation.type < 2)) {
      queue = [...waiting];
      sessionId = id;
    }
  } catch {
    // Storage is empty.
  }
  sessionId = sessionId || newId();
  check();
  listen('pageshow', check);
  listen('online', () => {
    pauseUntil = serverPauseUntil;
    flush();
  });
  listen('pagehide', () => {
    conclude(true);
    lastHeartbeat = usedAt = NaN;
    // Frames share the tab's storage: a frame that unloads must not overwrite the outer page's entry.
    if (!frameElement || sending[0]) save(!!frameElement);
  });
  listen('click', follow);
  listen('auxclick', follow);
  listen('keydown', use);
  // It is also dispatched after `pagehide`.
  listen('visibilitychange', () => lastHeartbeat && conclude());
  listen('pointermove', use);
  listen('scroll', use);
  listen('submit', submit);
  calls.map(report);
  // Without the Navigation API (browsers before 2026) the address is polled twice a second: replacing the page's history
  // functions could break the page.
  setInterval(check, self.navigation ? tickMs : 500);
  self.navigation?.addEventListener('currententrychange', check);
};

// Capturing: the window then also sees what is dispatched on the document, scrolling inside an element, and clicks
// whose propagation the page stops.
const listen = <Kind extends Event>(name: string, work: (event: Kind) => void) =>
  addEventListener(name, quietly(work) as EventListener, true);

const readPage = (referrer: string): PageFields => {
  const query = Object.fromEntries(new URL(location.href.slice(0, addressMax)).searchParams);
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
    clickId: /[?&]((g|fb|tt|tw)clid|msclkid|[gw]braid|li_fat_id|rdt_cid|epik)=/.exec(location.search)?.[1],
  };
};

/** Undefined where storage is denied or off. */
let local: Storage | undefined;

const add = (eventType: EventType, content: Content, metricName?: MetricName) => {
  const visitorId = findVisitorId();
  // Excluded in another tab. In a frame of the same site only reports (types of five letters) are sent: the visitor opened the outer page.
  if (visitorId === undefined || (frameElement && eventType[5])) return;
  queue = [
    ...queue,
    {
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
    },
  ].slice(-queueMax);
  // At the end of the current task, so that events of one task share a request.
  queueMicrotask(quietly(flush));
};

const send = async (batch: OutgoingEvent[]) => {
  let isSettled: boolean | undefined;
  sending.push(batch);
  try {
    // `v` is the version of this script: a test compares it with its release.
    // A string body is text/plain, which needs no preflight. Another origin gets no cookies unless `credentials` asks.
    const answer = await fetch(new URL('api/track-analytics?v=3.1.0', (script as HTMLScriptElement).src), {
      method: 'POST',
      body: JSON.stringify(batch),
      // Under a path of the client's own site, its cookies are not for us.
      credentials: 'omit',
      keepalive: true,
      referrerPolicy: 'no-referrer',
    });
    serverPauseUntil = clock() + +(answer.headers.get('retry-after') as string) * 1e3 || 0;
    // The endpoint has no other status between 429 and 500.
    isSettled = answer.status < 429;
    if (answer.ok) {
      const { dayEndsInSeconds } = await answer.json();
      // Zero: the company has switched the id off. An answer that does not say when the day ends is taken as that.
      if (!dayEndsInSeconds) local = void delete local?.siteStats;
      else if (newVisitorId)
        (local as Storage).siteStats = `${newVisitorId},${Date.now() + dayEndsInSeconds * 1e3}`;
      newVisitorId = '';
    } else if (isSettled) warn(await answer.text());
  } catch {
    // Offline, blocked or interrupted: counts as not sent.
  }
  sending = sending.filter((other) => other !== batch);
  if (isSettled) pauseMs = pauseUntil = 0;
  else {
    queue = [...batch, ...queue];
    // Each failure doubles the time until a heartbeat or a page view may try again.
    pauseMs = Math.min(pauseMs * 2 || pauseMinMs, pauseMaxMs);
    pauseUntil = Math.max(serverPauseUntil, clock() + pauseMs);
  }
};

/** Counts the time since the last use, if the page was visible. */
const use = () => {
  engagedMs += Math.min(clock() - usedAt, idleMs) || 0;
  usedAt = document.hidden ? NaN : clock();
};

/** An id whose end is not known from the server yet. */
let newVisitorId: string;

/** `siteStats.order` with its report, `siteStats.event` with its arguments in an array. */
const report = quietly((call: Call) => {
  if (!sessionId) calls[queueMax] || calls.push(call);
  else if ((call as EventCall).map) {
    // An array: the arguments of `siteStats.event`.
    add('event', { name: (call as EventCall)[0], properties: (call as EventCall)[1] });
  } else {
    const { orderId, amount, currency } = call as OrderReport;
    // Sent unchanged, text such as '12.50' too: the server has the exact rule, and its error is logged to the console.
    if (orderId && (amount as number) >= 0)
      add('order', { orderId: orderId + '', amount, currency }, 'orders');
    else warn('bad orderId or amount');
  }
});

let idCount = 0;

quietly(() => {
  let api = self.siteStats;
  if (!api?.q) {
    // A second copy of the script stops here. (An element with this id has no `order`.)
    if (api?.order) return;
    // Its functions follow below.
    self.siteStats = api = { q: [] } as Partial<Api> as Api;
  }
  // Reuses the stub's object, because the page may have kept a reference to it.
  calls = api.q as Call[];
  delete api.q;
  api.order = report;
  api.event = (...call) => report(call);
  api.visitor = findVisitorId;
  // Global Privacy Control: the visitor opted out.
  if (navigator.globalPrivacyControl) return;
  // `file://…`: the server would refuse a page without a host.
  if (!location.host) return warn('open the page through a web server');
  if (script) {
    options = { ...Object.fromEntries(new URL(script.src).searchParams), ...script.dataset };
    companyId = (options.company || options.c) as string;
  }
  // The server has the exact rule.
  if (companyId?.length !== 36) return warn('bad data-company');
  try {
    if (options.storage !== 'off') {
      local = localStorage;
      tab = sessionStorage;
      if (/^#stats-..clude$/.test(location.hash)) local.siteStats = location.hash;
      if (/x/.test(local.siteStats)) return warn('excluded');
    }
  } catch {
    // Storage is denied.
  }
  // A prerendered page has no visitor yet, and may never have one.
  if (document.prerendering) listen('prerenderingchange', start);
  else start();
})();
