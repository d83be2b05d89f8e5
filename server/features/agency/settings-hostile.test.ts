import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { staticPaths } from '../../../contract/public/pages.ts';
import { type AgencySettings, currentSettings, settingMax } from '../../../contract/site/agency-settings.ts';
import { siteSettingsId } from '../../../contract/site/site-settings.ts';
import { anAdmin, send, type TestAccount } from '../../testing/accounts/accounts.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { toSafeHtml, toSections } from './markdown.ts';

let t: TestApp;
let owner: TestAccount;
beforeAll(async () => {
  // `npm test` builds the pages first.
  t = await buildTestApp({ pagesFolder: resolve('build/web/client') });
  owner = await anAdmin(t);
});
afterAll(() => t.close());

const put = (settings: unknown) =>
  send(
    t,
    apiPaths.settings,
    { version: t.server.agency.current.version, settings },
    { cookie: owner.cookie, method: 'PUT' },
  );

async function save(settings: AgencySettings): Promise<void> {
  const answer = await put(settings);
  expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([200, expect.any(String)]);
  currentSettings.parse(answer.json());
}

const evil = `</script><img src=x onerror=alert(1)>"'\`{{7*7}}$& <!-- ]]>`;
const product = {
  title: evil,
  description: evil,
  features: [1, 2, 3, 4, 5].map((n) => `${n} ${evil}`) as never,
};

/** Markup in every text. */
const everywhere: AgencySettings = {
  brand: {
    name: 'A</script>&amp;<b onclick=x>',
    tagline: evil,
    promise: evil,
    phone: '+1 </a><script>1</script>',
    location: evil,
    legalName: evil,
    jurisdiction: evil,
  },
  mail: { senderName: 'x</title>', footer: evil },
  products: { chatbots: product, design: product },
  homeFigures: [{ value: '<b>1</b>', label: evil.slice(0, 40) }],
  testimonials: [
    { name: evil, role: evil, content: evil, rating: 5, industry: evil, date: '2026-01-31', isOnHome: true },
  ],
  questions: [{ question: evil, answer: `${evil}\n\n[x](javascript:alert(1)) <script>alert(1)</script>` }],
  legal: { terms: { text: `# ${evil}\n\n${evil}\n\n[x](data:text/html,1)`, updated: '2026-02-01' } },
  social: [{ label: evil.slice(0, 40), url: 'https://social.example/"><script>alert(1)</script>' }],
};

describe('markup in every text', () => {
  test('is text on every page, in its scripts and its head', async () => {
    await save(everywhere);
    for (const path of [...staticPaths, '/auth', '/admin']) {
      const { body, headers } = await t.app.inject(path);
      expect([path, /<(?:img|b)\b[^>]*(?:onerror|onclick)/i.test(body)]).toEqual([path, false]);
      expect([path, body.includes('<script>alert'), body.includes('<script>1')]).toEqual([
        path,
        false,
        false,
      ]);
      const [, json = ''] = new RegExp(`id="${siteSettingsId}">([^<]*)</script>`).exec(body) ?? [];
      expect(JSON.parse(json)).toMatchObject({ brand: { tagline: evil } });
      expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
      expect(body).not.toMatch(/href="(?:javascript|data):/i);
      // Structured data is JSON that ends nothing.
      for (const [, data = ''] of body.matchAll(
        /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g,
      ))
        JSON.parse(data);
    }
  });

  test('is text in the manifest, the description of the API and security.txt', async () => {
    expect((await t.app.inject('/site.webmanifest')).json()).toMatchObject({ name: everywhere.brand?.name });
    expect((await t.app.inject('/openapi.json')).json()).toMatchObject({
      info: { title: expect.stringContaining('A</script>') },
    });
    expect((await t.app.inject('/.well-known/security.txt')).headers['content-type']).toMatch(/^text\/plain/);
  });
});

test.each<[string, unknown]>([
  ['a control character in a name', { brand: { name: 'A\u0000B' } }],
  ['a line break in a name', { brand: { name: 'A\r\nBcc: x@y.example' } }],
  ['text that is read backwards', { brand: { name: 'abc\u202Egnp' } }],
  ['an invisible character in a sender', { mail: { senderName: 'A\u2066B' } }],
  ['an unpaired surrogate', { brand: { legalName: 'A\uD800' } }],
  ['a name that is too long', { brand: { name: 'x'.repeat(61) } }],
  ['an empty name', { brand: { name: '  ' } }],
  ['an address with a line break', { brand: { email: 'a@b.example\nBcc: c@d.example' } }],
  ['an address that few mail servers send from', { brand: { email: 'büro@agency.example' } }],
  ['no object', { brand: null }],
  ['an unknown field', { brand: { colour: 'red' } }],
  ['an unknown section', { scripts: ['x'] }],
  ['a prototype', JSON.parse('{"__proto__": {"isAdmin": true}, "brand": {"constructor": {}}}')],
  ['CSS in a colour', { look: { accent: 'red;}body{display:none}' } }],
  ['a function in a colour', { look: { accent: 'url(https://evil.example/x)' } }],
  ['a variable in a colour', { look: { neutral: 'var(--x)' } }],
  ['a colour with a comment', { look: { accent: '#0a7d62/**/' } }],
  ['a typeface of elsewhere', { look: { typeface: '../../etc/passwd' } }],
  ['a path in place of a digest', { look: { logoLight: `${'../'.repeat(21)}x` } }],
  ['a price of nothing', { products: { design: { prices: { usd: 0 } } } }],
  ['a price below zero', { products: { design: { prices: { usd: -100_000 } } } }],
  ['a price that is no number', { products: { design: { prices: { usd: '100000' } } } }],
  ['a price with a fraction', { products: { design: { prices: { usd: 100.5 } } } }],
  ['a price that overflows', { products: { design: { prices: { usd: 2 ** 53 } } } }],
  ['an unknown currency', { currencies: ['xxx'] }],
  ['no currency', { currencies: [] }],
  ['a currency twice', { currencies: ['usd', 'usd'] }],
  ['an unknown product', { products: { __proto__x: {}, other: { title: 'x' } } }],
  ['four features', { products: { design: { features: ['a', 'b', 'c', 'd'] } } }],
  ['six stars', { testimonials: [{ ...everywhere.testimonials?.[0], rating: 6 }] }],
  ['a day that does not exist', { testimonials: [{ ...everywhere.testimonials?.[0], date: '2026-02-31' }] }],
  ['four on the home page', { testimonials: Array(4).fill(everywhere.testimonials?.[0]) }],
  ['a thousand questions', { questions: Array(1000).fill({ question: 'a', answer: 'b' }) }],
  ['a script as a link', { social: [{ label: 'x', url: 'javascript:alert(1)' }] }],
  ['a link without https', { social: [{ label: 'x', url: 'http://social.example/' }] }],
  ['a file as a link', { social: [{ label: 'x', url: 'file:///etc/passwd' }] }],
  [
    'hours that end before they begin',
    { brand: { supportHours: { from: 'Mon', to: 'Fri', opens: '18:00', closes: '09:00' } } },
  ],
  ['an unknown time zone', { brand: { timeZone: 'Mars/Olympus' } }],
  ['a Stripe key', { questions: [{ question: 'a', answer: 'rk_live_abcdefgh12345678' }] }],
  ['a webhook secret', { legal: { terms: { text: 'whsec_abcdefgh12345678', updated: '2026-01-01' } } }],
  ['a private key', { legal: { terms: { text: '-----BEGIN RSA PRIVATE KEY-----', updated: '2026-01-01' } } }],
])('%s changes nothing', async (_, settings) => {
  const before = t.server.agency.current.version;
  expectError(await put(settings), 400, 'invalid-request');
  expect(t.server.agency.current.version).toBe(before);
});

test('a body over a megabyte is refused before it is read', async () => {
  expectError(
    await put({ legal: { terms: { text: 'x'.repeat(1_100_000), updated: '2026-01-01' } } }),
    413,
    'body-too-large',
  );
});

test('a refused secret is neither in the answer nor in the stored settings', async () => {
  await save({ brand: { promise: 'Kept' } });
  const secret = 'whsec_qrstuvwx87654321';
  const refused = await put({
    brand: { promise: 'Kept' },
    questions: [{ question: 'Which?', answer: secret }],
  });
  expectError(refused, 400, 'invalid-request', 'settings.questions.0.answer');
  expect(refused.body).not.toContain(secret);
  const { rows } = await t.db.query('SELECT settings::text AS stored FROM agency_settings');
  const stored = rows.map((row) => String(row.stored)).join();
  expect(stored).toContain('Kept');
  expect(stored).not.toContain(secret);
});

test('a version in the history has the saved settings, and nothing else of the server', async () => {
  const settings: AgencySettings = { brand: { promise: 'Nothing else' } };
  await save(settings);
  const { version } = t.server.agency.current;
  const { body } = await t.app.inject({
    url: apiPaths.storedSettings(version),
    headers: { cookie: owner.cookie },
  });
  expect(JSON.parse(body)).toEqual({
    version,
    settings,
    changedBy: expect.any(String),
    changedAt: expect.any(String),
    changedFields: expect.any(Array),
    restoredVersion: null,
  });
});

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](vbscript:x)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '![x](https://evil.example/pixel.png)',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](https://a.example "onmouseover=alert(1)")',
  '```html\n<script>alert(1)</script>\n```',
])('the Markdown %s becomes no code, picture or link to it', (text) => {
  for (const html of [toSafeHtml(text), ...toSections(`# T\n\n${text}`).map((section) => section.html)]) {
    expect(html).not.toMatch(/<(?:script|img|iframe|style|svg|object|form|input)/i);
    expect(html).not.toMatch(/href="(?!https?:\/\/|mailto:|tel:|#|\/[^/\\])/i);
    expect(html).not.toMatch(/<[^>]+\son\w+=/i);
  }
});

test('deeply nested Markdown ends in time', () => {
  for (const text of ['['.repeat(50_000), '> '.repeat(20_000), '*a '.repeat(20_000), '- '.repeat(20_000)])
    expect(toSafeHtml(text).length).toBeGreaterThan(0);
});

test('a text of repeated headings is read as fast as one of different headings', () => {
  const headings = settingMax.legalText / '## a\n'.length;
  const toText = (toTitle: (index: number) => string) =>
    Array.from({ length: headings }, (_, index) => `## ${toTitle(index)}\n`).join('');
  // The fastest of three, because machines differ and pause.
  const measure = (text: string) =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const start = performance.now();
        expect(toSections(text)).toHaveLength(headings);
        return performance.now() - start;
      }),
    );
  // Comparing each heading with all others took a hundred times as long.
  const different = measure(toText((index) => index.toString(36)));
  expect(measure(toText(() => 'a')) / different).toBeLessThan(20);
});

test('sections with the same heading have different ids, also where a heading is the id of another', () => {
  const toIds = (...titles: string[]) =>
    toSections(titles.map((title) => `## ${title}\n`).join('\n')).map(({ id }) => id);
  expect(toIds('a', 'a', 'a-2', 'a', 'A!')).toEqual(['a', 'a-2', 'a-2-2', 'a-3', 'a-4']);
  expect(toIds('a-2', 'a-3', 'a', 'a', 'a')).toEqual(['a-2', 'a-3', 'a', 'a-4', 'a-5']);
  expect(toIds('Main', '?', '?')).toEqual(['main-2', 'part', 'part-2']);
});
