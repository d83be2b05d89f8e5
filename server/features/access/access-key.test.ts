import { expect, test } from 'vitest';
import { decryptKey, encryptKey, makeAccessKey, normalizeAccessKey, toKeyLookup } from './access-key.ts';

const secret = 'one secret of thirty-two characters or more';
const otherSecret = 'another secret of thirty-two characters or more';
const key = '0A1B2-C3D4E-5F6G7-H8J9K-MNPQR';
const normalized = '0A1B2C3D4E5F6G7H8J9KMNPQR';

test('a key has five groups of five unambiguous characters', () => {
  const keys = Array.from({ length: 500 }, makeAccessKey);
  for (const made of keys) expect(made).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(new Set(keys).size).toBe(500);
  expect(new Set(keys.join('').replaceAll('-', '')).size).toBe(32);
});

test.each([
  key,
  normalized,
  key.toLowerCase(),
  ` ${key}\n`,
  normalized.split('').join(' '),
  key.replaceAll('-', '–'),
  key.replaceAll('0', 'O').replaceAll('1', 'I'),
  key.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l'),
])('%j is read as the key', (entered) => {
  expect(normalizeAccessKey(entered)).toBe(normalized);
});

test.each([
  '',
  ' ',
  normalized.slice(1),
  `${normalized}0`,
  normalized.replace('A', 'U'),
  normalized.replace('A', '_'),
  '0'.repeat(200),
  `${normalized}\u0000`,
])('%j contains no key', (entered) => {
  expect(normalizeAccessKey(entered)).toBeUndefined();
});

test('a key is found only with the secret of its installation', () => {
  expect(toKeyLookup(secret, normalized)).toEqual(toKeyLookup(secret, normalized));
  expect(toKeyLookup(secret, normalized)).not.toEqual(toKeyLookup(otherSecret, normalized));
  expect(toKeyLookup(secret, normalized).toString('latin1')).not.toContain(normalized);
});

test('a sealed key opens only for its company and with its secret, and only unchanged', () => {
  const sealed = encryptKey(secret, 'company-1', key);
  expect(decryptKey(secret, 'company-1', sealed)).toBe(key);
  expect(sealed.toString('latin1')).not.toContain('0A1B2');
  expect(encryptKey(secret, 'company-1', key)).not.toEqual(sealed);
  expect(() => decryptKey(secret, 'company-2', sealed)).toThrow();
  expect(() => decryptKey(otherSecret, 'company-1', sealed)).toThrow();
  for (const position of [0, 12, sealed.length - 1]) {
    const tampered = Buffer.from(sealed);
    tampered[position] = (tampered[position] ?? 0) ^ 1;
    expect(() => decryptKey(secret, 'company-1', tampered)).toThrow();
  }
  expect(() => decryptKey(secret, 'company-1', sealed.subarray(0, 20))).toThrow();
});
