import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../contract/idempotency.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  contactPageRequest,
  contactRequest,
  demoRequest,
  formResponse,
} from '../../../contract/public/contact.ts';
import { type Challenges, readSolution } from '../../platform/challenges/challenges.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toLimitKey } from '../../platform/http/client-address.ts';
import { type CreationRequest, readClaim } from '../../platform/idempotency/idempotency.ts';
import { type MessagesDeps, submitContactMessage, submitDemoRequest } from './messages.ts';

const response = {
  200: formResponse,
  400: errorBody,
  403: errorBody,
  422: errorBody,
  428: errorBody,
  429: errorBody,
  503: errorBody,
};
const formSchema = { headers: idempotencyHeaders, response };
// Counts all requests, including repeated and rejected ones. `admit` counts new messages.
const config = { rateLimit: { max: 60, timeWindow: '1 minute' }, needsSpace: true } as const;

/** The forms of the public pages. */
export const messagesRoutes: FastifyPluginAsyncZod<MessagesDeps & { challenges: Challenges }> = async (
  app,
  { challenges, ...deps },
) => {
  tagRoutes(app, 'Messages');

  app.post(
    apiPaths.sendContactEmail,
    {
      config,
      schema: {
        operationId: 'submitHomeForm',
        summary: 'Submit the contact form of the home page',
        body: contactRequest,
        ...formSchema,
      },
    },
    (request) =>
      admitForm(request, request.body, (creation) =>
        submitContactMessage(deps, { ...request.body, source: 'home' }, creation),
      ),
  );

  app.post(
    apiPaths.contactMessage,
    {
      config,
      schema: {
        operationId: 'submitContactForm',
        summary: 'Submit the form of the contact page',
        body: contactPageRequest,
        ...formSchema,
      },
    },
    (request) =>
      admitForm(request, request.body, (creation) =>
        submitContactMessage(deps, { ...request.body, source: 'contact' }, creation),
      ),
  );

  app.post(
    apiPaths.bookDemo,
    {
      config,
      schema: {
        operationId: 'requestDemo',
        summary: 'Submit a demo request',
        body: demoRequest,
        ...formSchema,
      },
    },
    (request) =>
      admitForm(request, request.body, (creation) => submitDemoRequest(deps, request.body, creation)),
  );

  /** Counts after validation, so that correcting a field does not consume attempts. */
  async function admitForm(
    request: FastifyRequest,
    body: { openSeconds?: number | undefined },
    submit: (creation: CreationRequest) => Promise<void>,
  ) {
    // `openSeconds` differs when the same request is repeated, so it is not part of the compared content.
    const { openSeconds: _, ...content } = body;
    const claim = readClaim(request, { content });
    await challenges.admitCreation(
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
      (admit) => submit({ claim, admit }),
    );
    return { received: true } as const;
  }
};
