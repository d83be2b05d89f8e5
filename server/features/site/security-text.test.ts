import fastify from 'fastify';
import { expect, test } from 'vitest';
import { mergeSettings } from '../../../contract/site/merged-settings.ts';
import { usualState } from '../agency/agency.ts';
import { securityTextRoutes, toSecurityText } from './security-text.routes.ts';

const publicUrl = 'https://agency.example';
const given = { email: 'hello@agency.example', publicUrl, now: new Date('2026-11-27T10:00:00Z') };

test('the file has the fields of RFC 9116, each once and on a separate line', () => {
  expect(toSecurityText(given)).toBe(
    [
      'Contact: mailto:hello@agency.example',
      'Expires: 2027-05-26T00:00:00Z',
      'Preferred-Languages: en',
      'Canonical: https://agency.example/.well-known/security.txt',
      '',
    ].join('\n'),
  );
});

test('it is the same all day, and expires within a year', () => {
  const at = (now: string) => toSecurityText({ ...given, now: new Date(now) });
  expect(at('2026-11-27T00:00:00Z')).toBe(at('2026-11-27T23:59:59.999Z'));
  expect(at('2026-11-28T00:00:00Z')).not.toBe(at('2026-11-27T23:59:59.999Z'));
});

test.each([
  ['a+b@agency.example', 'a%2Bb@agency.example'],
  ['a%b?c&d=e#f@agency.example', 'a%25b%3Fc%26d%3De%23f@agency.example'],
  ['jörg@müller.example', 'j%C3%B6rg@xn--mller-kva.example'],
])('the address %s is a URI', (email, address) => {
  const [contact] = toSecurityText({ ...given, email }).split('\n');
  expect(contact).toBe(`Contact: mailto:${address}`);
});

test('it is sent as text, with the address of now', async () => {
  const app = fastify();
  const agency = { current: usualState };
  await app.register(securityTextRoutes, { agency, publicUrl });
  const read = () => app.inject('/.well-known/security.txt');
  const { headers, body } = await read();
  expect([headers['content-type'], headers['cache-control']]).toEqual([
    'text/plain; charset=utf-8',
    'public, max-age=3600',
  ]);
  expect(body).toContain('mailto:hello@northlight.example');
  const settings = { brand: { email: 'studio@pine.example' } };
  agency.current = { ...usualState, ...mergeSettings(settings), settings };
  expect((await read()).body).toContain('mailto:studio@pine.example');
  await app.close();
});
