import { deriveKey } from '../platform/keys.ts';

/** Differs for every app secret and tells nothing about it. */
export function toSecretMark(appSecret: string): string {
  return deriveKey(appSecret, 'backup-mark').toString('hex', 0, 8);
}
