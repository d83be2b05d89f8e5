import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { DeriveKeyFunction } from 'altcha-lib';

/** Shorter than a frame, so that the page stays responsive. */
const sliceMs = 10;

/** PBKDF2 in JavaScript. Yields to the event loop after each slice. */
export function makeDeriveKey(): DeriveKeyFunction {
  let begunAt = performance.now();
  return async ({ cost, keyLength }, salt, password) => {
    if (performance.now() - begunAt > sliceMs) {
      await new Promise((resolve) => setTimeout(resolve));
      begunAt = performance.now();
    }
    return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) };
  };
}
