import type { ContactPageRequest, ContactRequest, DemoRequest } from '../../contract/contact.ts';
import { apiPaths } from '../../contract/paths.ts';
import { sendPost } from './client.ts';
import { Intent } from './intent.ts';

const intent = new Intent();

/** Of the answer only whether it is a success is read. Throws when it is not, or none comes. */
async function sendForm(path: string, request: object): Promise<void> {
  // How long the page has been there: a form may be written in before its scripts are, and be no robot's.
  const openSeconds = performance.now() / 1000;
  await intent.send([path, request], (headers) => sendPost(path, { ...request, openSeconds }, headers));
}

export const sendContactEmail = (request: Omit<ContactRequest, 'openSeconds'>) =>
  sendForm(apiPaths.sendContactEmail, request);

export const sendContactPageMessage = (request: Omit<ContactPageRequest, 'openSeconds'>) =>
  sendForm(apiPaths.contactMessage, request);

export const sendDemoRequest = (request: Omit<DemoRequest, 'openSeconds'>) =>
  sendForm(apiPaths.bookDemo, request);
