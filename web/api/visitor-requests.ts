import type { ContactPageRequest, ContactRequest, DemoRequest } from '../../contract/contact.ts';
import { apiPaths } from '../../contract/paths.ts';
import { sendPost } from './client.ts';

let last = { words: '', id: '' };

/** The same id for the same words until they have arrived, so that a second try after a lost answer is no second letter. */
function toId(words: string): string | undefined {
  // Browsers make ids on secure addresses alone.
  if (last.words !== words) last = { words, id: crypto.randomUUID?.() ?? '' };
  return last.id || undefined;
}

type Signs = 'id' | 'openSeconds';

/** Of the answer only whether it is a success is read. Throws when it is not, or none comes. */
async function sendForm(path: string, request: object): Promise<void> {
  const words = path + JSON.stringify(request);
  // How long the page has been there: a form may be written in before its scripts are, and be no robot's.
  const openSeconds = performance.now() / 1000;
  await sendPost(path, { ...request, id: toId(words), openSeconds });
  last = { words: '', id: '' };
}

export const sendContactEmail = (request: Omit<ContactRequest, Signs>) =>
  sendForm(apiPaths.sendContactEmail, request);

export const sendContactPageMessage = (request: Omit<ContactPageRequest, Signs>) =>
  sendForm(apiPaths.contactMessage, request);

export const sendDemoRequest = (request: Omit<DemoRequest, Signs>) => sendForm(apiPaths.bookDemo, request);
