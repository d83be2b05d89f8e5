import cookie from '@fastify/cookie';
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';
import { AppError } from './platform/errors.ts';
import { toLimitKey } from './platform/http/client-address.ts';
import {
  boundConnections,
  type ConnectionLimits,
  defaultConnectionLimits,
} from './platform/http/connections.ts';
import { answerError } from './platform/http/error-handler.ts';
import { countAnswers } from './platform/http/http-metrics.ts';
import { type OwnHosts, requireOneHost, unknownHost } from './platform/http/own-hosts.ts';
import { toSecurityHeaders } from './platform/http/security-headers.ts';
import { toTrust } from './platform/http/trusted-proxies.ts';
import { warnOfUntoldProxy } from './platform/http/undeclared-proxy.ts';
import { validatorCompiler } from './platform/http/validate.ts';
import { slidingStore } from './platform/limits/sliding-windows.ts';
import type { Metrics } from './platform/metrics/metrics.ts';

export interface HttpDeps {
  config: Pick<Config, 'publicUrl' | 'trustProxy'>;
  /** The host names this server accepts requests for. */
  hosts: OwnHosts;
  connectionLimits: Partial<ConnectionLimits> | undefined;
  /** The shared store of rate limits if there are several processes. Undefined: counted in this process. */
  limitStore: FastifyRateLimitStoreCtor | undefined;
  metrics: Metrics;
  logger: FastifyBaseLogger;
}

/** The server without its routes: everything that applies to all requests. */
export async function createHttp(deps: HttpDeps) {
  const { hosts, metrics } = deps;
  const { publicUrl, trustProxy } = deps.config;
  const isSecure = publicUrl.startsWith('https:');
  const trustsProxy = toTrust(trustProxy);
  const connectionLimits = { ...defaultConnectionLimits, ...deps.connectionLimits };
  const securityHeaders = toSecurityHeaders(isSecure);
  const app = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy === false ? false : trustsProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: connectionLimits.requestMs,
    connectionTimeout: connectionLimits.stalledMs,
    http: {
      headersTimeout: connectionLimits.headersMs,
      requestTimeout: connectionLimits.requestMs,
      connectionsCheckingInterval: connectionLimits.checkEveryMs,
    },
    routerOptions: { maxParamLength: 200 },
    // A URL that cannot be decoded reaches no route or hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders);
      answerError(error, request, reply);
    },
    // On shutdown, running requests finish and idle connections are closed.
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.decorateRequest('viewer', null);
  app.decorateRequest('session', null);

  const noticeProxy = isSecure && trustProxy === false ? warnOfUntoldProxy(deps.logger) : () => {};
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders);
    noticeProxy(request);
    requireOneHost(request);
    const isAnyHost = request.is404 || request.routeOptions.config.anyHost;
    if (!isAnyHost && !hosts.serves(request)) throw unknownHost(request, hosts);
  });
  countAnswers(app, metrics);
  boundConnections(app.server, trustsProxy, connectionLimits.perAddressMax);
  await app.register(cookie);
  await app.register(rateLimit, {
    global: false,
    store: deps.limitStore ?? slidingStore(),
    keyGenerator: (request) => toLimitKey(request.ip),
    errorResponseBuilder: (_request, context) =>
      new AppError(429, 'too-many-requests', `Too many attempts. Please try again in ${context.after}.`),
  });

  return app;
}
