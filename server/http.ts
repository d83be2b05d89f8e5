import cookie from '@fastify/cookie';
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';
import { AppError } from './platform/errors.ts';
import { type AllowedHosts, requireSingleHost, unknownHostError } from './platform/http/allowed-hosts.ts';
import { toLimitKey } from './platform/http/client-address.ts';
import {
  type ConnectionLimits,
  defaultConnectionLimits,
  limitConnections,
} from './platform/http/connections.ts';
import { drainRequests } from './platform/http/drain-requests.ts';
import { sendError } from './platform/http/error-handler.ts';
import { countResponses } from './platform/http/http-metrics.ts';
import { toPortalHostHeaders, toSecurityHeaders } from './platform/http/security-headers.ts';
import { createProxyCheck } from './platform/http/trusted-proxies.ts';
import { type SeenProxies, warnOfUndeclaredProxy } from './platform/http/undeclared-proxy.ts';
import { validatorCompiler } from './platform/http/validate.ts';
import { slidingWindowStore } from './platform/limits/sliding-windows.ts';
import type { Metrics } from './platform/metrics/metrics.ts';

export interface HttpDeps {
  config: Pick<Config, 'publicUrl' | 'trustProxy'>;
  /** The host names this server accepts requests for. */
  hosts: AllowedHosts;
  connectionLimits: Partial<ConnectionLimits> | undefined;
  /** The shared store of rate limits if there are several processes. Undefined: counted in this process. */
  limitStore: FastifyRateLimitStoreCtor | undefined;
  metrics: Metrics;
  seenProxies: SeenProxies;
  logger: FastifyBaseLogger;
}

/** Creates the Fastify app without its routes: everything that applies to all requests. */
export async function createHttpApp(deps: HttpDeps) {
  const { hosts, metrics } = deps;
  const { publicUrl, trustProxy } = deps.config;
  const isSecure = publicUrl.startsWith('https:');
  const isTrustedProxy = createProxyCheck(trustProxy);
  const connectionLimits = { ...defaultConnectionLimits, ...deps.connectionLimits };
  const securityHeaders = toSecurityHeaders(isSecure);
  const portalHostHeaders = toPortalHostHeaders(isSecure);
  const app = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy === false ? false : isTrustedProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: connectionLimits.requestMs,
    connectionTimeout: connectionLimits.stalledMs,
    http: {
      headersTimeout: connectionLimits.headersMs,
      requestTimeout: connectionLimits.requestMs,
      connectionsCheckingInterval: connectionLimits.checkEveryMs,
    },
    // An order id of a hundred characters, each written as up to nine.
    routerOptions: { maxParamLength: 900 },
    // A URL that cannot be decoded reaches no route or hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders);
      sendError(error, request, reply);
    },
    // On shutdown, running requests finish and idle connections are closed.
    forceCloseConnections: 'idle',
    // `drainRequests` answers them, in the form of every other error.
    return503OnClosing: false,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendError);
  app.decorateRequest('viewer', null);
  app.decorateRequest('session', null);
  app.decorateRequest('token', null);
  app.decorateRequest('portalHost', null);

  const checkProxyHeaders = isSecure && trustProxy === false ? warnOfUndeclaredProxy(deps.logger) : () => {};
  const proxies = { areDeclared: trustProxy !== false, isSecure };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders);
    checkProxyHeaders(request);
    deps.seenProxies.note(request, proxies);
    requireSingleHost(request);
    const { anyHost, underPortalHosts } = request.routeOptions.config;
    request.portalHost = hosts.findPortalHost(request) ?? null;
    if (request.portalHost) reply.headers(portalHostHeaders);
    // In this order, because events come under any host.
    const isAllowed =
      anyHost || request.is404 || (request.portalHost ? underPortalHosts : hosts.allowsRequest(request));
    if (!isAllowed) throw unknownHostError(request, hosts);
    done();
  });
  drainRequests(app);
  countResponses(app, metrics);
  limitConnections(app.server, isTrustedProxy, connectionLimits.perAddressMax);
  await app.register(cookie);
  await app.register(rateLimit, {
    global: false,
    store: deps.limitStore ?? slidingWindowStore(),
    keyGenerator: (request) => toLimitKey(request.ip),
    errorResponseBuilder: (_request, context) =>
      new AppError(429, 'too-many-requests', `Too many attempts. Please try again in ${context.after}.`),
  });

  return app;
}
