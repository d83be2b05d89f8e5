import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  subscription,
  subscriptionChange,
  subscriptionParams,
  subscriptionRequest,
} from '../../../contract/subscriptions.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toNetwork } from '../../platform/http/client-address.ts';
import {
  changeSubscription,
  readSubscription,
  type SubscriptionsDeps,
  unsubscribe,
} from './subscriptions.ts';

const config = { rateLimit: { max: 60, timeWindow: '1 minute' } } as const;
const errors = { 400: errorBody, 404: errorBody, 429: errorBody };

/** Open routes, which the token of a mail's link authorizes. */
export const subscriptionsRoutes: FastifyPluginAsyncZod<SubscriptionsDeps> = async (app, deps) => {
  tagRoutes(app, 'Subscriptions');

  app.post(
    apiPaths.subscription,
    {
      config,
      schema: {
        operationId: 'getSubscription',
        summary: 'The subscription of a mail’s link',
        body: subscriptionRequest,
        response: { 200: subscription, ...errors },
      },
    },
    (request) => readSubscription(deps, request.body.token),
  );

  app.post(
    apiPaths.changeSubscription,
    {
      config,
      schema: {
        operationId: 'changeSubscription',
        summary: 'End a subscription, subscribe again, or pause alerts',
        body: subscriptionChange,
        response: { 200: subscription, ...errors },
      },
    },
    (request) => changeSubscription(deps, request.body, toNetwork(request.ip)),
  );
};

/** Large mail services send the clicks of all their users from a few addresses. The token cannot be guessed. */
const oneClickConfig = { rateLimit: { max: 600, timeWindow: '1 minute' } } as const;
const bodyMaxBytes = 1_024;

/** One click in a mail program ends a subscription. Mail programs send neither cookies nor an Origin. */
export const unsubscribeRoutes: FastifyPluginAsyncZod<SubscriptionsDeps> = async (app, deps) => {
  tagRoutes(app, 'Subscriptions');
  app.removeAllContentTypeParsers();
  // RFC 8058 allows both. The token is all that matters.
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: bodyMaxBytes },
    (_request, _body, done) => done(null, undefined),
  );

  app.post(
    apiPaths.unsubscribe(':token'),
    {
      config: oneClickConfig,
      schema: {
        operationId: 'endSubscription',
        summary: 'End the subscription of a mail with one click (RFC 8058)',
        params: subscriptionParams,
        response: { 200: subscription, ...errors },
      },
    },
    (request) => unsubscribe(deps, request.params.token, toNetwork(request.ip)),
  );

  app.get(
    apiPaths.unsubscribe(':token'),
    {
      config: oneClickConfig,
      schema: {
        // Scanners of mail servers open the links of mails: opening one must not unsubscribe.
        hide: true,
        params: subscriptionParams,
      },
    },
    async (request, reply) => reply.redirect(`/unsubscribe#${encodeURIComponent(request.params.token)}`, 302),
  );
};
