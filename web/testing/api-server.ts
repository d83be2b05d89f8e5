import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AdminChange } from '../../contract/admin.ts';
import { viewerRights } from '../../contract/company/access-rights.ts';
import type { PortalCompany } from '../../contract/company/companies.ts';
import { usualDisplay } from '../../contract/company/portal-display.ts';
import type { ActiveVisitors, LiveFigures, LiveFrame, LiveVisitors } from '../../contract/live.ts';

export const companyId = '0198c0de-0000-7000-8000-000000000001';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

interface SendEvent {
  (event: 'snapshot' | 'change', data: LiveFrame): void;
  (event: 'figures', data: LiveFigures | null): void;
  (event: 'changed', data: AdminChange): void;
  (event: 'ended', data: Record<string, never>): void;
}

export interface ApiServer {
  /** The requests so far as "GET /api/…". */
  requests: string[];
  /** How often a request was made, such as "GET /api/me". */
  count: (request: string) => number;
  bodies: string[];
  /** The parsed bodies of a request, in the order of arrival. */
  sent: (request: string) => ReturnType<typeof JSON.parse>[];
  /** Sets the response to "METHOD /path". */
  handle: (address: string, handler: Handler) => void;
  json: (address: string, status: number, body: unknown) => void;
  error: (address: string, status: number, code: string, message: string) => void;
  /** Responds with a stream that stays open. */
  stream: (address: string) => void;
  /** Sends an event to every open stream. */
  sendEvent: SendEvent;
  dropStreams: () => void;
  /** Resolves when the page has closed every stream that is open now. */
  untilStreamsClose: () => Promise<void>;
  close: () => Promise<void>;
}

declare global {
  /** Set by the test runner. */
  var jsdom: { reconfigure: (settings: { url: string }) => void } | undefined;
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Starts a server on a free port and sets the page's origin to it. */
export async function startApi(): Promise<ApiServer> {
  const handlers = new Map<string, Handler>();
  const requests: string[] = [];
  const bodies: string[] = [];
  const streams = new Set<ServerResponse>();

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const path = (request.url ?? '').split('?')[0];
      const address = `${request.method} ${path}`;
      requests.push(`${request.method} ${request.url}`);
      bodies.push(body);
      const handler = handlers.get(address);
      if (handler) return handler(request, response, body);
      sendJson(response, 404, {
        error: { code: 'not-found', message: 'No response is set for this request.' },
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The test server has no port');
  globalThis.jsdom?.reconfigure({ url: `http://127.0.0.1:${address.port}/` });
  // jsdom would otherwise resolve relative addresses against the origin before, also in the files after this one.
  globalThis.history?.replaceState(null, '', location.href);

  const stream = (address: string) =>
    handlers.set(address, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(':hello\n\n');
      streams.add(response);
      response.on('close', () => streams.delete(response));
    });

  const api: ApiServer = {
    requests,
    count: (request) => requests.filter((each) => each === request).length,
    bodies,
    sent: (request) =>
      requests.flatMap((each, index) => (each === request ? [JSON.parse(bodies[index] ?? '')] : [])),
    handle: (address, handler) => handlers.set(address, handler),
    json: (address, status, body) => handlers.set(address, (_, response) => sendJson(response, status, body)),
    error: (address, status, code, message) =>
      handlers.set(address, (_, response) => sendJson(response, status, { error: { code, message } })),
    stream,
    sendEvent: (event: string, data: unknown) => {
      for (const stream of streams) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    dropStreams: () => {
      for (const stream of streams) stream.destroy();
    },
    untilStreamsClose: async () => {
      await Promise.all([...streams].map((stream) => new Promise((resolve) => stream.on('close', resolve))));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  api.stream(`GET /api/companies/${companyId}/live`);
  return api;
}

export function aCompany(fields: Partial<PortalCompany> = {}): PortalCompany {
  return {
    id: companyId,
    name: 'Harbour & Pine',
    description: 'Handmade furniture',
    domain: 'harbourpine.shop',
    displayDomain: fields.domain ?? 'harbourpine.shop',
    currency: 'USD',
    timeZone: 'Europe/London',
    storesVisitorId: true,
    hasHashRouting: false,
    hostNames: [],
    weekStart: 1,
    countsOnlyVerified: false,
    created_at: '2026-11-01T10:00:00.000Z',
    display: usualDisplay,
    brand: null,
    hasShop: true,
    viewedAs: 'viewer',
    access: { rights: [...viewerRights], isNarrowed: false, filters: [] },
    source: 'tracked',
    lastEventAt: '2026-11-20T10:00:00.000Z',
    revision: 7,
    ...fields,
  };
}

export const anActiveCount: ActiveVisitors = { total: 8, onSite: 7, onPortal: 1 };
const liveVisitorsNow: LiveVisitors = {
  ...{ visitors: 7, onPortal: 1, pages: [{ value: '/', visitors: 7 }] },
  ...{ sources: [{ value: 'Google', visitors: 7 }], countries: [{ value: 'GB', visitors: 7 }] },
};

/** A frame of a live stream with a newer revision than the company's, and an event of now. */
export const aLiveFrame = (fields: Partial<LiveFrame> = {}): LiveFrame => ({
  ...{ active: anActiveCount, liveVisitors: liveVisitorsNow, source: 'tracked', revision: 8 },
  lastEventAt: new Date().toISOString(),
  ...fields,
});
