import type { ContactRequest } from '../../contract/contact.ts';
import { apiPaths } from '../../contract/paths.ts';
import { send } from './client.ts';

/** Of the answer only whether it is a success is read. Throws when it is not, or none comes. */
export async function sendContactEmail(request: ContactRequest): Promise<void> {
  await send(apiPaths.sendContactEmail, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(15_000),
  });
}
