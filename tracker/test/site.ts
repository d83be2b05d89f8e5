import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Page } from 'playwright-core';
import { type TrackingEvent, trackingRequest } from '../../contract/tracking.ts';
import { compileTracker } from '../build.mjs';

export const companyId = '0191d5f0-7a3b-7c1e-9f00-0123456789ab';

export interface TrackingRequest {
  events: (TrackingEvent & { id: string })[];
  /** The events before parsing, because the contract drops unknown fields. */
  raw: Record<string, unknown>[];
  headers: IncomingHttpHeaders;
}

interface ServedPage {
  body: string;
  headers?: Record<string, string>;
}

export interface Site {
  /** The origin of the pages. */
  pages: string;
  /** The origin of the script and its endpoint. */
  northlight: string;
  snippet: string;
  serve: (path: string, body: string, headers?: Record<string, string>) => string;
  /** Sets how the endpoint answers. Each request is recorded first. */
  answerWith: (reply: (response: ServerResponse) => void) => void;
  requests: TrackingRequest[];
  /** Every event received so far, except engagement, as "eventType path". */
  listEvents: () => string[];
  /** The engagement events received so far: how long a path was in use, and whether it was left. */
  listEngagement: () => { path: string; engagedMs: number; isLeaving: boolean }[];
  /** Resolves once the condition is true; checked after each request. */
  waitUntil: (isTrue: () => boolean) => Promise<void>;
  /** Resolves once everything the page has sent has arrived, to assert that something was not sent. */
  waitUntilSent: (page: Page) => Promise<void>;
  close: () => Promise<void>;
}

/** An answer of the endpoint. The company's day ends in `dayEndsInSeconds`; zero switches the visitor id off. */
export const acceptUntil = (dayEndsInSeconds: number) => (response: ServerResponse) => {
  response
    .writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' })
    .end(JSON.stringify({ accepted: 1, dayEndsInSeconds }));
};
export const accept = acceptUntil(3_600);
/** Closes the connection without a response. */
export const breakConnection = (response: ServerResponse) => {
  response.destroy();
};
export const reject =
  (status: number, body = '', headers = {}) =>
  (response: ServerResponse) => {
    const open = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };
    response.writeHead(status, { ...open, ...headers }).end(body);
  };

/** A client's site and, on another origin, the script with an endpoint that records requests. */
export async function openSite(script = compileTracker()): Promise<Site> {
  const served = new Map<string, ServedPage>();
  const requests: TrackingRequest[] = [];
  const waiting = new Set<() => void>();
  let reply = accept;
  // Lets two documents synchronize that cannot communicate in the browser: /signal answers the pending /wait.
  const waitingResponses: ServerResponse[] = [];

  const northlight = await listen((request, response) => {
    // Browsers retry a request that failed on a reused connection.
    response.shouldKeepAlive = false;
    // As a site that passes one of its paths on.
    const url = request.url?.replace(/^\/stats(?=\/)/, '');
    if (url?.split('?', 1)[0] === '/t.js') {
      // As on the server: a module is fetched with CORS.
      const headers = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
      response.writeHead(200, headers).end(script);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/wait') {
        waitingResponses.push(response);
        return;
      }
      if (request.url === '/signal') for (const other of waitingResponses.splice(0)) accept(other);
      if (url?.split('?', 1)[0] !== '/api/track-analytics') return accept(response);
      requests.push(toTrackingRequest(Buffer.concat(chunks).toString(), request.headers));
      reply(response);
      for (const check of waiting) check();
    });
  });
  const pages = await listen((request, response) => {
    const page = served.get(new URL(request.url ?? '/', 'http://page').pathname);
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html', ...page?.headers });
    response.end(page?.body);
  });
  const snippet = `<script defer src="${northlight.origin}/t.js" data-company="${companyId}"></script>`;

  const waitUntil = (isTrue: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isTrue()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });

  return {
    pages: pages.origin,
    northlight: northlight.origin,
    snippet,
    serve: (path, body, headers = {}) => {
      served.set(path, { body: `<!doctype html><title>${path}</title>${body}`, headers });
      return pages.origin + path;
    },
    answerWith: (next) => {
      reply = next;
    },
    requests,
    listEvents: () =>
      requests
        .flatMap(({ events }) => events)
        .filter(({ eventType }) => eventType !== 'engagement')
        .map(toLine),
    listEngagement: () =>
      requests
        .flatMap(({ events }) => events)
        .flatMap(({ eventType, metadata }) =>
          eventType === 'engagement'
            ? {
                path: new URL(metadata.url).pathname,
                engagedMs: metadata.engagedMs,
                isLeaving: metadata.isLeaving ?? false,
              }
            : [],
        ),
    waitUntil,
    waitUntilSent: async (page) => {
      await page.evaluate(
        (origin) => fetch(`${origin}/settled`, { method: 'POST', mode: 'no-cors' }),
        northlight.origin,
      );
    },
    close: async () => {
      await Promise.all([northlight.close(), pages.close()]);
    },
  };
}

function toTrackingRequest(body: string, headers: IncomingHttpHeaders): TrackingRequest {
  const json: unknown = JSON.parse(body);
  const parsed = trackingRequest.parse(json);
  const events = (Array.isArray(parsed) ? parsed : [parsed]).map((event) => ({
    ...event,
    id: event.id ?? '',
  }));
  const raw = Array.isArray(json) ? json : [json];
  return { events, raw, headers };
}

function toLine({ eventType, metadata }: TrackingEvent): string {
  return `${eventType} ${metadata.url === undefined ? '' : new URL(metadata.url).pathname}`;
}

async function listen(handler: RequestListener): Promise<{ origin: string; close: () => Promise<void> }> {
  const server: Server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
