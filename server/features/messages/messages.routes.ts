import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contactPageRequest, contactRequest, demoRequest, visitorAnswer } from '../../../contract/contact.ts';
import { errorBody } from '../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../contract/idempotency.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { type Challenges, readSolution } from '../../platform/challenges/challenges.ts';
import { toLimitKey } from '../../platform/http/client-address.ts';
import { type Arrival, readClaim } from '../../platform/idempotency/idempotency.ts';
import { type MessagesDeps, submitContactMessage, submitDemoRequest } from './messages.ts';

const answers = {
  200: visitorAnswer,
  400: errorBody,
  403: errorBody,
  422: errorBody,
  428: errorBody,
  429: errorBody,
  503: errorBody,
};
const received = { received: true } as const;
// Counts all requests, including repeated and rejected ones. `admit` counts new messages.
const config = { rateLimit: { max: 60, timeWindow: '1 minute' } };

/** What visitors send from the public pages. */
export const messagesRoutes: FastifyPluginAsyncZod<MessagesDeps & { challenges: Challenges }> = async (
  app,
  { challenges, ...deps },
) => {
  // Counted after validation, so that correcting a field does not consume attempts.
  const admitForm = (request: FastifyRequest, create: (admit: Arrival['admit']) => Promise<void>) =>
    challenges.admitCreation(
      {
        kind: 'form',
        solution: readSolution(request),
        limit: {
          key: `forms ${toLimitKey(request.ip)}`,
          max: 5,
          windowSeconds: 3_600,
          reason: 'Too many messages from your network.',
        },
      },
      create,
    );

  app.post(
    apiPaths.sendContactEmail,
    {
      config,
      schema: {
        summary: 'Submit the contact form of the home page',
        headers: idempotencyHeaders,
        body: contactRequest,
        response: answers,
      },
    },
    async (request) => {
      const claim = readFormClaim(request, request.body);
      await admitForm(request, (admit) =>
        submitContactMessage(deps, { ...request.body, source: 'home' }, { claim, admit }),
      );
      return received;
    },
  );

  app.post(
    apiPaths.contactMessage,
    {
      config,
      schema: {
        summary: 'Submit the form of the contact page',
        headers: idempotencyHeaders,
        body: contactPageRequest,
        response: answers,
      },
    },
    async (request) => {
      const claim = readFormClaim(request, request.body);
      await admitForm(request, (admit) =>
        submitContactMessage(deps, { ...request.body, source: 'contact' }, { claim, admit }),
      );
      return received;
    },
  );

  app.post(
    apiPaths.bookDemo,
    {
      config,
      schema: {
        summary: 'Submit a demo request',
        headers: idempotencyHeaders,
        body: demoRequest,
        response: answers,
      },
    },
    async (request) => {
      const claim = readFormClaim(request, request.body);
      await admitForm(request, (admit) => submitDemoRequest(deps, request.body, { claim, admit }));
      return received;
    },
  );
};

function readFormClaim(request: FastifyRequest, body: { openSeconds?: number | undefined }) {
  // `openSeconds` differs when the same request is repeated, so it is not part of the compared content.
  const { openSeconds: _, ...content } = body;
  return readClaim(request, { content });
}
