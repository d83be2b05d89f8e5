/// <reference lib="webworker" />
// A service worker: shows the portal of the last visit where the server cannot be reached. The document is the one of a reader
// without access; the figures are those that `kept-answers.ts` kept in the browser.
import { offlineAttribute, portalRootId } from '../../../contract/portal-page.ts';
import { matchPortalPath } from '../app/match-portal-path.ts';

declare const self: ServiceWorkerGlobalScope;
/** A hash of the built page: with every build the browser installs the worker, and with it the page, again. */
declare const PAGE_VERSION: string;

const cacheName = `portal-page-${PAGE_VERSION}`;
/** Every portal has the same document for a reader without access. */
const page = '/company-portal/00000000-0000-0000-0000-000000000000';

/** From a proxy in front of a server that is down or restarts. The server itself always answers with a page. */
const gatewayErrors = [502, 503, 504];

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([removeOlderPages(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener('fetch', (event) => {
  const isPortal = matchPortalPath(new URL(event.request.url).pathname) !== undefined;
  if (event.request.mode === 'navigate' && event.request.method === 'GET' && isPortal)
    event.respondWith(openPage(event));
});

async function keepPage(): Promise<void> {
  const answer = await fetch(page, { credentials: 'omit', cache: 'no-store' });
  if (!answer.ok) throw new Error(`the page was answered with status ${answer.status}`);
  const root = `<div id="${portalRootId}"`;
  const html = (await answer.text()).replace(root, `${root} ${offlineAttribute}`);
  const headers = new Headers(answer.headers);
  // The text is no longer encoded.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const cache = await caches.open(cacheName);
  await cache.put(page, new Response(html, { headers }));
}

async function removeOlderPages(): Promise<void> {
  // Nothing else of this origin keeps a cache, and earlier releases gave it other names.
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
}

async function openPage(event: FetchEvent): Promise<Response> {
  const findKept = () => caches.match(page, { cacheName });
  try {
    // Requested while the worker starts, in browsers that can.
    const early: Response | undefined = await event.preloadResponse;
    const answer = early ?? (await fetch(event.request));
    return gatewayErrors.includes(answer.status) ? ((await findKept()) ?? answer) : answer;
  } catch (error) {
    const kept = await findKept();
    if (!kept) throw error;
    return kept;
  }
}
