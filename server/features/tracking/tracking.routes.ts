import type { OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  trackingBatchBodyMaxBytes,
  trackingBatchMax,
  trackingBodyMaxBytes,
} from '../../../contract/constants.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths, rejectionHeader } from '../../../contract/paths.ts';
import { trackingRequest, trackingResponse } from '../../../contract/tracking.ts';
import { AppError } from '../../platform/errors.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toLimitKey } from '../../platform/http/client-address.ts';
import { sendError, toAppError } from '../../platform/http/error-handler.ts';
import type { IsTrustedProxy } from '../../platform/http/trusted-proxies.ts';
import { TokenBuckets } from '../../platform/limits/token-buckets.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { InvalidEventsError, parseTrackingBody } from './body/tracking-body.ts';
import type { EventSender } from './event-rules/event-rules.ts';
import { toCountry } from './places/places.ts';
import { RejectionError } from './rejections/rejection-errors.ts';
import type { Tracking } from './tracking.ts';

export interface TrackingRoutesDeps {
  tracking: Tracking;
  metrics: Metrics;
  eventsPerSecond: number;
  /** The path that the tracking code of this installation sends to. */
  endpoint?: string;
  /** The name of the header with the country of the client. Undefined: it is looked up. */
  countryHeader: string | undefined;
  isTrustedProxy: IsTrustedProxy;
}

/** Any page may read the answers. */
const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `${rejectionHeader}, retry-after`,
  'cross-origin-resource-policy': 'cross-origin',
};
const acceptedHeaders = {
  ...openHeaders,
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
};

const errorResponses = {
  400: errorBody,
  403: errorBody,
  404: errorBody,
  413: errorBody,
  422: errorBody,
  429: errorBody,
  503: errorBody,
};

export const trackingRoutes: FastifyPluginAsyncZod<TrackingRoutesDeps> = async (
  app,
  { tracking, metrics, eventsPerSecond, endpoint = apiPaths.trackAnalytics, countryHeader, isTrustedProxy },
) => {
  tagRoutes(app, 'Tracking');

  // A request of the maximum size must fit, however low the limit.
  const burst = Math.max(eventsPerSecond * 3, trackingBatchMax);
  const limits = new TokenBuckets({ perSecond: eventsPerSecond, burst });

  const rejected = metrics.labeledCounter(
    'northlight_tracking_refusals_total',
    'Tracking requests that were rejected, by reason.',
    'reason',
  );

  // Any page may send events; these routes read no cookies.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(openHeaders);
    done();
  });

  app.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error);
    rejected.add(appError instanceof RejectionError ? appError.reason : appError.code);
    if (appError instanceof InvalidEventsError && appError.companyId)
      recordInvalid(appError.companyId, appError, request);
    if (appError.status < 500) reply.header(rejectionHeader, appError.code);
    return sendError(appError, request, reply);
  });

  acceptText(app);
  const paths = new Set([apiPaths.trackAnalytics, endpoint]);
  answerPreflights(app, paths);

  for (const path of paths) {
    app.post(
      path,
      {
        bodyLimit: trackingBatchBodyMaxBytes,
        config: { needsSpace: true },
        schema: {
          // One description: another path is another name of the same.
          hide: path !== apiPaths.trackAnalytics,
          operationId: 'trackEvents',
          summary: 'Record one event or up to fifty; answers after they are committed',
          consumes: ['application/json', 'text/plain'],
          body: trackingRequest,
          response: { 200: trackingResponse, ...errorResponses },
        },
        // The body is still text: its maximum size depends on whether it is an array.
        validatorCompiler: () => (body: unknown) => {
          const events = parseTrackingBody(body, trackingBodyMaxBytes);
          return { value: events };
        },
      },
      async (request, reply) => {
        const events = Array.isArray(request.body) ? request.body : [request.body];
        const sender = toSender(request);
        requireWithinLimit(sender, events.length);
        const { accepted, dayEndsInSeconds } = await tracking.track(
          events,
          sender,
          readVersion(request.query),
        );
        return sendAccepted(reply, accepted, dayEndsInSeconds);
      },
    );
  }

  function toSender(request: FastifyRequest): EventSender {
    // Each reading of `ip` parses the forwarded addresses.
    const { headers, ip, socket } = request;
    const sent = countryHeader === undefined ? undefined : headers[countryHeader];
    const isFromProxy = typeof sent === 'string' && isTrustedProxy(socket.remoteAddress ?? '', 0);
    return {
      origin: headers.origin,
      userAgent: headers['user-agent'] ?? '',
      address: toConnectionLimitKey(ip, socket),
      clientAddress: ip,
      proxyCountry: isFromProxy ? toCountry(sent) : undefined,
    };
  }

  /** Counts against the same limit as events, so that invalid events cannot force company lookups. */
  function recordInvalid(companyId: string, error: AppError, request: FastifyRequest): void {
    const sender = toSender(request);
    if (limits.consume(sender.address, 1, performance.now()) > 0) return;
    // The answer does not wait for the lookup. If it fails, the rejection is not recorded.
    tracking.recordInvalid(companyId, error, sender).catch(() => {});
  }

  function requireWithinLimit({ address }: EventSender, events: number): void {
    const waitSeconds = limits.consume(address, events, performance.now());
    if (waitSeconds === 0) return;
    throw new AppError(429, 'too-many-requests', 'Too many events from this address.', {
      headers: { 'retry-after': String(Math.ceil(waitSeconds)) },
    });
  }
};

/** The version in the address that the tracking script sends to. The sender chooses it. */
const readVersion = (query: unknown): unknown =>
  typeof query === 'object' && query !== null && 'v' in query ? query.v : undefined;

/** Bodies stay text. Both types contain JSON; text/plain needs no CORS preflight. */
function acceptText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['text/plain', 'application/json'],
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, body);
    },
  );
}

function answerPreflights(app: FastifyInstance, paths: Iterable<string>): void {
  for (const path of paths)
    app.options(path, { schema: { hide: true } }, async (_request, reply) => {
      reply.header('access-control-allow-methods', 'POST');
      reply.header('access-control-allow-headers', 'content-type');
      reply.header('access-control-max-age', '86400');
      return reply.status(204).send();
    });
}

/** The keys of open connections, so that an address is parsed once and kept no longer than its connection. */
const limitKeys = new WeakMap<Socket, { ip: string; key: string }>();

function toConnectionLimitKey(ip: string, socket: Socket): string {
  const known = limitKeys.get(socket);
  // Behind a proxy, one connection carries the requests of several clients.
  if (known?.ip === ip) return known.key;
  const key = toLimitKey(ip);
  limitKeys.set(socket, { ip, key });
  return key;
}

/** Both numbers in the body have few digits, so its lengths are few. */
const headersByLength = new Map<number, OutgoingHttpHeaders>();

/**
 * Written without Fastify's hooks for responses and the headers of pages, which made up a fifth of the time of a
 * request.
 */
function sendAccepted(reply: FastifyReply, accepted: number, dayEndsInSeconds: number): FastifyReply {
  const body = `{"accepted":${accepted},"dayEndsInSeconds":${dayEndsInSeconds}}`;
  let headers = headersByLength.get(body.length);
  if (!headers) {
    headers = { ...acceptedHeaders, 'content-length': body.length };
    headersByLength.set(body.length, headers);
  }
  reply.hijack();
  reply.raw.writeHead(200, headers);
  reply.raw.end(body);
  return reply;
}
