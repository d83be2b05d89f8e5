import { deriveKey, hmac } from '../keys.ts';

/** A name to count attempts under that does not reveal the text, such as an email address. */
export function toAttemptName(appSecret: string, text: string): string {
  return hmac(deriveKey(appSecret, 'attempts'), text).toString('base64url');
}
