import { deriveKey } from '../../platform/keys.ts';

/** Identifies the app secret of a backup without revealing it. */
export function toSecretFingerprint(appSecret: string): string {
  return deriveKey(appSecret, 'backup-mark').toString('hex', 0, 8);
}
