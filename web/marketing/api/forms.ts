import { apiPaths } from '../../../contract/paths.ts';
import type { ContactPageRequest, ContactRequest, DemoRequest } from '../../../contract/public/contact.ts';
import { sendPost } from '../../api/client.ts';
import { IdempotentRequest } from '../../api/idempotent-request.ts';

const idempotent = new IdempotentRequest();

/** Throws unless the server reports success. Does not read the body of the response, so that zod is not needed. */
async function sendForm(path: string, request: object): Promise<void> {
  // The age of the page, not of its scripts: a form can be filled in before the scripts run, and a form that seems
  // to be filled in too fast is rejected as a bot's.
  const openSeconds = performance.now() / 1000;
  await idempotent.send([path, request], (headers) => sendPost(path, { ...request, openSeconds }, headers));
}

export const submitHomeMessage = (request: Omit<ContactRequest, 'openSeconds'>) =>
  sendForm(apiPaths.sendContactEmail, request);

export const submitContactMessage = (request: Omit<ContactPageRequest, 'openSeconds'>) =>
  sendForm(apiPaths.contactMessage, request);

export const submitDemoRequest = (request: Omit<DemoRequest, 'openSeconds'>) =>
  sendForm(apiPaths.bookDemo, request);
