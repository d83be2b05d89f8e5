import { describe, expect, test } from 'vitest';
import { aMailBrand } from '../../testing/mail/a-mail-brand.ts';
import { layOutMail } from './mail-layout.ts';
import { toOneLine } from './one-line.ts';

const oddNames: [what: string, name: string][] = [
  ['an ordinary name', 'Ann Example'],
  ['quotes', `Ann "The O'Brien" Example`],
  ['HTML', '<script>alert(1)</script><b>Ann</b> & <img src=x onerror=alert(1)>'],
  ['an entity', 'Ann &lt;b&gt;'],
  ['right-to-left text', 'آن مثال'],
  ['marks that reverse the text after them', 'Ann \u202egnp.exe\u2066'],
  ['emoji', '👩‍👩‍👧‍👦 Ann 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['300 characters', 'Ann'.repeat(100)],
  ['a new line', 'Ann\r\nBcc: all@example.com\n.\nQUIT'],
  ['control characters', 'Ann\u0000\u001b[31m\u0085\u2028Bob'],
  ['half a surrogate pair', 'Ann \ud83d'],
  ['a template', '{{7*7}} <%= 7*7 %> $& $1'],
  ['nothing', ''],
];

describe.each(oddNames)('a mail with %s in every place', (_what, name) => {
  const { text, html } = layOutMail(aMailBrand, {
    preview: name,
    heading: name,
    paragraphs: [name, `Hello ${name}, welcome.`],
    facts: [
      ['Name', name],
      [name, 'value'],
    ],
    quote: `${name}\n${name}`,
    action: { label: name, url: 'https://agency.example/somewhere?a=1&b=2' },
    closing: [name],
    reason: name,
  });

  test('has only the tags of the layout', () => {
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag?.toLowerCase());
    const ours = 'html head meta title style body div table tr td p h1 a br span'.split(' ');
    expect(tags.filter((tag) => !ours.includes(tag ?? ''))).toEqual([]);
    expect(html.match(/<a /g)).toHaveLength(2);
    expect(html).toContain('href="https://agency.example/somewhere?a=1&amp;b=2"');
  });

  test('has no control characters', () => {
    for (const part of [text, html]) {
      expect(part).not.toMatch(/(?!\n)\p{Cc}/u);
      expect(part).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      expect(part.isWellFormed()).toBe(true);
    }
  });

  test('keeps user text apart in its plain text', () => {
    const quoted = text.split('\n').filter((line) => line.startsWith('> '));
    expect(quoted.length).toBeGreaterThanOrEqual(name === '' ? 0 : 2);
    expect(text.split('\n')).not.toContain('QUIT');
  });
});

test('the plain text of a mail has the content of its HTML', () => {
  const { text, html } = layOutMail(aMailBrand, {
    preview: 'Preview',
    heading: 'Confirm your address',
    paragraphs: ['Welcome aboard.'],
    facts: [
      ['Company', 'Test Shop'],
      ['Phone', ''],
    ],
    quote: 'First\n\nSecond',
    action: { label: 'Confirm', url: 'https://agency.example/confirm' },
    closing: ['It works for one hour.'],
    reason: 'You asked for it.',
  });
  expect(text).toBe(
    [
      'Confirm your address',
      'Welcome aboard.',
      'Company: Test Shop',
      '> First\n>\n> Second',
      'Confirm:\nhttps://agency.example/confirm',
      'It works for one hour.',
      `-- \n${aMailBrand.name}\nYou asked for it.\n${aMailBrand.footer}\n`,
    ].join('\n\n'),
  );
  for (const part of ['Confirm your address', 'Welcome aboard.', 'Test Shop', 'First<br><br>Second']) {
    expect(html).toContain(part);
  }
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html).not.toContain('Phone');
});

test('a mail links only to http and https URLs', () => {
  const mail = { preview: '', heading: 'Hello', paragraphs: [], reason: '' };
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/admin', 'https://a.example/"onclick="x']) {
    expect(() => layOutMail(aMailBrand, { ...mail, action: { label: 'Open', url } })).toThrow(
      'no web address',
    );
  }
});

test('a line is cut between characters, not within one', () => {
  expect(toOneLine('👍👍👍', 3)).toBe('👍👍👍');
  expect(toOneLine('👍👍👍👍', 3)).toBe('👍👍…');
  expect(toOneLine(' a\r\n\tb  c ', 20)).toBe('a b c');
});
