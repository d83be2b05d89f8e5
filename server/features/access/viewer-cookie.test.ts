import { expect, test } from 'vitest';
import { readViewerCookie, signViewerCookie, viewerCookieName, viewerDays } from './viewer-cookie.ts';

const secret = 'one secret of thirty-two characters or more';
const viewer = {
  companyId: '0198c0de-0000-4000-8000-000000000001',
  keyId: '0198c0de-0000-4000-8000-00000000000a',
};
const now = new Date('2026-11-05T10:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test('a cookie is valid for its company for thirty days', () => {
  const cookie = signViewerCookie(secret, viewer, now);
  const thirtyDays = viewerDays * 86_400;
  for (const seconds of [0, 1, thirtyDays]) {
    expect(readViewerCookie(secret, viewer.companyId, cookie, later(seconds))).toMatchObject(viewer);
  }
  expect(readViewerCookie(secret, viewer.companyId, cookie, later(thirtyDays + 1))).toBeUndefined();
});

test('two browsers with one key are two sessions', () => {
  const [one, other] = [1, 2].map(() =>
    readViewerCookie(secret, viewer.companyId, signViewerCookie(secret, viewer, now), now),
  );
  expect(one?.sessionId).toMatch(/^[0-9a-f]{16}$/);
  expect(one?.sessionId).not.toBe(other?.sessionId);
});

test('a cookie of another company or installation is invalid', () => {
  const cookie = signViewerCookie(secret, viewer, now);
  expect(readViewerCookie(secret, '0198c0de-0000-4000-8000-000000000002', cookie, now)).toBeUndefined();
  expect(readViewerCookie(`${secret}!`, viewer.companyId, cookie, now)).toBeUndefined();
});

test('a cookie with any changed byte is invalid', () => {
  const bytes = Buffer.from(signViewerCookie(secret, viewer, now), 'base64url');
  for (let position = 0; position < bytes.length; position += 1) {
    const tampered = Buffer.from(bytes);
    tampered[position] = (tampered[position] ?? 0) ^ 0x10;
    expect(readViewerCookie(secret, viewer.companyId, tampered.toString('base64url'), now)).toBeUndefined();
  }
});

test.each(['', 'x', '%', 'null', 'a'.repeat(82), 'a'.repeat(84), '\u0000'.repeat(83), 'ü'.repeat(83)])(
  'a forged cookie is invalid: %j',
  (forged) => {
    expect(readViewerCookie(secret, viewer.companyId, forged, now)).toBeUndefined();
  },
);

test('under https the cookie has the __Host- prefix', () => {
  expect(viewerCookieName('x', true)).toBe('__Host-viewer-x');
  expect(viewerCookieName('x', false)).toBe('viewer-x');
});
