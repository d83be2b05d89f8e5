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

export interface ReceivedRequest {
  events: (TrackingEvent & { id: string })[];
  /** The received JSON: parsing with the contract removes unknown fields. */
  raw: Record<string, unknown>[];
  headers: IncomingHttpHeaders;
}

interface ServedPage {
  body: string;
  headers?: Record<string, string>;
}

export interface Site {
  /** Origin of the pages. */
  pages: string;
  /** Origin of the script and its endpoint: another port. */
  northlight: string;
  snippet: string;
  serve: (path: string, body: string, headers?: Record<string, string>) => string;
  /** Sets the response of the endpoint. Requests are recorded before it. */
  respondWith: (reply: (response: ServerResponse) => void) => void;
  requests: ReceivedRequest[];
  /** Every event so far as "eventType path", in order of arrival. */
  seen: () => string[];
  /** Resolves when `isTrue` returns true. It is called after each request. */
  until: (isTrue: () => boolean) => Promise<void>;
  /** Resolves when all requests sent so far have arrived, before asserting that something was not sent. */
  settled: (page: Page) => Promise<void>;
  close: () => Promise<void>;
}

export const accept = (response: ServerResponse) => {
  response
    .writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' })
    .end('{}');
};
/** Closes the connection without a response. */
export const dropConnection = (response: ServerResponse) => {
  response.destroy();
};
export const rejectWith =
  (status: number, body = '', headers = {}) =>
  (response: ServerResponse) => {
    const open = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };
    response.writeHead(status, { ...open, ...headers }).end(body);
  };

/** A client's site and, on another origin, the script and an endpoint that records requests. */
export async function openSite(): Promise<Site> {
  const served = new Map<string, ServedPage>();
  const requests: ReceivedRequest[] = [];
  const waiting = new Set<() => void>();
  let reply = accept;
  // Synchronizes two documents: /wait is answered at the next /signal.
  const waitingResponses: ServerResponse[] = [];
  const script = compileTracker();

  const northlight = await listen((request, response) => {
    // Otherwise the browser itself retries a request whose reused connection was closed.
    response.shouldKeepAlive = false;
    if (request.url === '/t.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
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
      if (request.url !== '/api/track-analytics') return accept(response);
      requests.push(toReceivedRequest(Buffer.concat(chunks).toString(), request.headers));
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

  const until = (isTrue: () => boolean) =>
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
    respondWith: (next) => {
      reply = next;
    },
    requests,
    seen: () => requests.flatMap(({ events }) => events.map(toLine)),
    until,
    settled: async (page) => {
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

function toReceivedRequest(body: string, headers: IncomingHttpHeaders): ReceivedRequest {
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
