import { randomBytes } from 'node:crypto';
import { deriveKey, hmac } from '../../platform/keys.ts';
import { openText, sealText } from '../../platform/secrets/sealed-text.ts';

// Crockford's base 32: no I, L, O, U, so that a key survives being read out and typed.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const keyLength = 25;

/** A new key: 25 characters (125 random bits) in groups of five. */
export function makeAccessKey(): string {
  const key = Array.from(randomBytes(keyLength), (byte) => alphabet[byte & 31]).join('');
  return key.replace(/.{5}(?=.)/g, '$&-');
}

/** The 25 characters of an entered key, or undefined. Ignores case, spaces, hyphens and look-alike characters. */
export function normalizeAccessKey(entered: string): string | undefined {
  const key = entered
    .toUpperCase()
    .replace(/[\s\-‐-―]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{25}$/.test(key) ? key : undefined;
}

/** The hash by which a key is found without storing the key. */
export function toKeyLookup(appSecret: string, normalizedKey: string): Buffer {
  return hmac(deriveKey(appSecret, 'access-key-lookup'), normalizedKey);
}

/** Encrypts a key. Decryption needs the secret of this installation and the same company. */
export function encryptKey(appSecret: string, companyId: string, key: string): Buffer {
  return sealText(deriveKey(appSecret, 'access-key-seal'), companyId, key);
}

/** Throws if the key was encrypted with another secret or for another company. */
export function decryptKey(appSecret: string, companyId: string, sealed: Buffer): string {
  return openText(deriveKey(appSecret, 'access-key-seal'), companyId, sealed);
}
