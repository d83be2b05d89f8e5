import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contactPageRequest, contactRequest, demoRequest, visitorAnswer } from '../../../contract/contact.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { toLimitKey } from '../../platform/address.ts';
import { type Challenges, readSolution } from '../../platform/challenges/challenges.ts';
import { type MessagesDeps, takeDemoWish, takeLetter } from './messages.ts';

const answers = {
  200: visitorAnswer,
  400: errorBody,
  403: errorBody,
  428: errorBody,
  429: errorBody,
  503: errorBody,
};
const received = { received: true } as const;

/** What visitors send from the public pages. */
export const visitorRoutes: FastifyPluginAsyncZod<MessagesDeps & { challenges: Challenges }> = async (
  app,
  { challenges, ...deps },
) => {
  // Counted once it is known to be well formed: correcting a field must not use the tries up.
  const limitForms = (request: FastifyRequest) =>
    challenges.admit({
      kind: 'form',
      solution: readSolution(request),
      limit: {
        key: `forms ${toLimitKey(request.ip)}`,
        max: 5,
        windowSeconds: 3_600,
        reason: 'Too many messages from your network.',
      },
    });

  app.post(
    apiPaths.sendContactEmail,
    { schema: { summary: 'Write from the home page', body: contactRequest, response: answers } },
    async (request) => {
      await limitForms(request);
      await takeLetter(deps, { ...request.body, source: 'home' });
      return received;
    },
  );

  app.post(
    apiPaths.contactMessage,
    { schema: { summary: 'Write from the contact page', body: contactPageRequest, response: answers } },
    async (request) => {
      await limitForms(request);
      await takeLetter(deps, { ...request.body, source: 'contact' });
      return received;
    },
  );

  app.post(
    apiPaths.bookDemo,
    { schema: { summary: 'Ask for a demo', body: demoRequest, response: answers } },
    async (request) => {
      await limitForms(request);
      await takeDemoWish(deps, request.body);
      return received;
    },
  );
};
