import { idempotencyKeyHeader } from '../../contract/constants.ts';
import { ApiError, isTransient } from './client.ts';

/**
 * Sends a create request with the same Idempotency-Key until it succeeds or the server rejects it, so that a second
 * click, or a retry after a lost response, creates nothing again. Different content gets a new key.
 */
export class IdempotentRequest {
  #content = '';
  #key = '';

  async send<Answer>(
    content: unknown,
    post: (headers: Record<string, string>) => Promise<Answer>,
  ): Promise<Answer> {
    const text = JSON.stringify(content);
    if (this.#key === '' || text !== this.#content) {
      this.#content = text;
      this.#key = makeKey();
    }
    const key = this.#key;
    try {
      const answer = await post({ [idempotencyKeyHeader]: key });
      this.#forget(key);
      return answer;
    } catch (error) {
      if (isDecided(error)) this.#forget(key);
      throw error;
    }
  }

  #forget(key: string): void {
    if (this.#key === key) this.#key = '';
  }
}

/** Errors that occur before the server checks the key. An earlier request with the key may have created something. */
const undecided: readonly ApiError['code'][] = [
  'too-many-requests',
  'challenge-required',
  'not-signed-in',
  'not-admin',
  'missing-permission',
  'two-factor-required',
  'recent-sign-in-required',
];

/** Whether the server checked the key and created nothing. Otherwise something may exist whose response was lost. */
function isDecided(error: unknown): boolean {
  if (!(error instanceof ApiError) || isTransient(error)) return false;
  return error.code !== 'unreadable' && !undecided.includes(error.code);
}

/** Unlike `randomUUID`, this also works on pages without https, such as a server in a local network. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
