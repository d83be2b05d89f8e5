import { expect, test } from 'vitest';
import { maskEmails, toMaskedRow } from './mask-emails.ts';

test.each([
  ['/u/ada@example.com', '/u/(email)'],
  ['/u/ada@example.com/orders', '/u/(email)/orders'],
  ['/u/ada%40example.com/orders', '/u/(email)/orders'],
  ['/u/ada%2540example%252Ecom', '/u/(email)'],
  ['/u/ada.b+shop_1%2Bx@mail.example.co.uk', '/u/(email)'],
  ['/u/%61da%40example.com', '/u/(email)'],
  ['/u/j%C3%B6rg@b%C3%BCcher.example', '/u/(email)'],
  ['/u/jörg@bücher.example', '/u/(email)'],
  ['/u/ivan@xn--e1afmkfd.xn--p1ai', '/u/(email)'],
  ["/u/o'brien@example.com", '/u/(email)'],
  ['/?email=ada@example.com&plan=team', '/?email=(email)&plan=team'],
  ['/search/mail%20ada%40example.com%20now', '/search/mail%20(email)%20now'],
  ['/redirect/email%3Dada%40example.com%26plan', '/redirect/email%3D(email)%26plan'],
  ['#/login/ADA@EXAMPLE.COM', '#/login/(email)'],
  ['mailto:ada@example.com', 'mailto:(email)'],
  ['Ada Byron <ada@example.com>, Eve (eve@example.org).', 'Ada Byron <(email)>, Eve ((email)).'],
  ['ada@example.com,eve@example.com', '(email),(email)'],
  ['ada@example.com@example.org', '(email)(email)'],
  ['https://ada@shop.example/path', 'https://(email)/path'],
  ['ada＠example.com', '(email)'],
])('%s is stored as %s', (text, masked) => {
  expect(maskEmails(text)).toBe(masked);
  expect(maskEmails(masked)).toBe(masked);
});

test.each([
  '/',
  '/@ada/a-post',
  '/npm/react@18.2.0/index.js',
  '/npm/@scope/name@1.0.0',
  '/img/logo@2x.png',
  '/maps/@52.5200,13.4050,12z',
  '/at/ada@localhost',
  '/100%25@home',
  '/a@',
  '@example.com',
  '5 @ 3.50 EUR',
  '100%40',
  '%',
])('%s stays as it is', (text) => {
  expect(maskEmails(text)).toBe(text);
});

test('an address that was cut off with the end of a long text is masked', () => {
  const path = `/${'a'.repeat(280)}/ada@exa`;
  expect(maskEmails(path)).toBe(`/${'a'.repeat(280)}/(email)`);
  expect(maskEmails(`${path}mple.com`)).toBe(`/${'a'.repeat(280)}/(email)`);
  expect(maskEmails('/short/ada@exa')).toBe('/short/ada@exa');
});

test('an address is masked next to any separator, and the rest stays', () => {
  const around = ['', '/', ' ', '?a=', '&b=1&', '"', '(', '%20', '%2F', ':', ';', '\u3001', '#/'];
  const addresses = ['ada@example.com', 'ada%40example.com', 'a.d+a@b.example.org', 'ada%2540example.com'];
  for (const before of around) {
    for (const after of around) {
      for (const one of addresses) {
        for (const other of addresses) {
          const masked = maskEmails(`${before}${one}${after || '/'}${other}`);
          expect(masked).toBe(`${before}(email)${after || '/'}(email)`);
        }
      }
    }
  }
});

test('long hostile texts are masked in a time that grows with their length', () => {
  const patterns = ['a', '@', 'a@', 'a.', 'a@a.', '%25', '%2540', '25', '%', 'a%40b.', '\u00f6@'];
  const timeOf = (length: number) => {
    const start = performance.now();
    for (const pattern of patterns) {
      const text = pattern.repeat(length / pattern.length);
      for (const hostile of [`${text}@`, `@${text}`, `${text}@${text}`, `x@${text}.c`]) maskEmails(hostile);
    }
    return performance.now() - start;
  };
  timeOf(2_000);
  // The shortest of three: a busy machine may interrupt one. Quadratic growth would need four hundred times as long.
  const shortestOf = (length: number) => Math.min(...[1, 2, 3].map(() => timeOf(length)));
  expect(shortestOf(40_000)).toBeLessThan(100 * Math.max(shortestOf(2_000), 5));
});

test('every text of an event is masked, but no id of an order or refund', () => {
  const email = 'ada@example.com';
  const texts = {
    ...{
      path: `/u/${email}`,
      referrer_path: '/ada%40example.com',
      source: email,
      event_name: `Joined ${email}`,
    },
    ...{ utm_source: email, utm_medium: email, utm_campaign: email, utm_term: email, utm_content: email },
  };
  const row = { kind: 'event', order_id: email, ...texts, properties: { who: email, count: 2, isNew: true } };
  const masked = toMaskedRow(row);
  expect(masked).toEqual({
    ...{ kind: 'event', order_id: email, path: '/u/(email)', referrer_path: '/(email)', source: '(email)' },
    ...{
      event_name: 'Joined (email)',
      utm_source: '(email)',
      utm_medium: '(email)',
      utm_campaign: '(email)',
    },
    ...{ utm_term: '(email)', utm_content: '(email)' },
    properties: { who: '(email)', count: 2, isNew: true },
  });
  // The rows of a caller stay as they are.
  expect(row.path).toBe(`/u/${email}`);
  const refund = { kind: 'refund', path: '/', event_name: email };
  expect(toMaskedRow(refund)).toEqual(refund);
  const plain = { kind: 'pageview', path: '/pricing', properties: null };
  expect(toMaskedRow(plain)).toBe(plain);
});
