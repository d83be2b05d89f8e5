import { expect, test } from 'vitest';
import { type Channel, channels } from './channels.ts';
import { knownSources } from './known-sources.ts';
import { type SourceSigns, toChannel, toSource } from './sources.ts';

const none: SourceSigns = { referrerHost: '' };

test.each<[string, string, Channel]>([
  ['google.com', 'Google', 'Organic Search'],
  ['google.de', 'Google', 'Organic Search'],
  ['google.co.uk', 'Google', 'Organic Search'],
  ['news.google.com', 'Google', 'Organic Search'],
  ['mail.google.com', 'Gmail', 'Email'],
  ['gemini.google.com', 'Gemini', 'AI Assistants'],
  ['com.google.android.gm', 'Gmail', 'Email'],
  ['com.google.android.googlequicksearchbox', 'Google', 'Organic Search'],
  ['bing.com', 'Bing', 'Organic Search'],
  ['duckduckgo.com', 'DuckDuckGo', 'Organic Search'],
  ['yandex.ru', 'Yandex', 'Organic Search'],
  ['chatgpt.com', 'ChatGPT', 'AI Assistants'],
  ['perplexity.ai', 'Perplexity', 'AI Assistants'],
  ['claude.ai', 'Claude', 'AI Assistants'],
  ['copilot.microsoft.com', 'Copilot', 'AI Assistants'],
  ['l.facebook.com', 'Facebook', 'Social'],
  ['m.facebook.com', 'Facebook', 'Social'],
  ['t.co', 'X', 'Social'],
  ['out.reddit.com', 'Reddit', 'Social'],
  ['news.ycombinator.com', 'Hacker News', 'Social'],
  ['amazon.co.uk', 'Amazon', 'Referral'],
  ['awin1.com', 'Awin', 'Affiliate'],
  ['blog.example', 'blog.example', 'Referral'],
  ['', 'Direct', 'Direct'],
])('the referrer %j is the source %s of the channel %s', (referrerHost, source, channel) => {
  expect(toSource({ referrerHost })).toBe(source);
  expect(toChannel({ referrerHost })).toBe(channel);
});

test.each([
  'google.example.com',
  'notgoogle.com',
  'google.com.attacker.example',
  'facebook.com.example',
  'xgoogle.de',
  'my-claude.ai',
])('the look-alike %s is itself', (referrerHost) => {
  expect(toSource({ referrerHost })).toBe(referrerHost);
  expect(toChannel({ referrerHost })).toBe('Referral');
});

test.each<[Partial<SourceSigns>, string, Channel]>([
  [{ utmSource: 'google', utmMedium: 'cpc' }, 'Google', 'Paid'],
  [{ utmSource: 'Google', utmMedium: 'organic' }, 'Google', 'Organic Search'],
  [{ utmSource: 'fb', utmMedium: 'paid_social' }, 'Facebook', 'Paid'],
  [{ utmSource: 'ig' }, 'Instagram', 'Social'],
  [{ utmSource: 'www.linkedin.com' }, 'LinkedIn', 'Social'],
  [{ utmSource: 'spring', utmMedium: 'E-Mail' }, 'spring', 'Email'],
  [{ utmSource: 'newsletter' }, 'newsletter', 'Email'],
  [{ utmSource: 'partner-shop', utmMedium: 'affiliate' }, 'partner-shop', 'Affiliate'],
  [{ utmSource: 'chatgpt.com' }, 'ChatGPT', 'AI Assistants'],
  [{ utmSource: 'flyer' }, 'flyer', 'Referral'],
  [{ utmMedium: 'display' }, 'Direct', 'Paid'],
  [{ clickId: 'gclid' }, 'Google', 'Paid'],
  [{ clickId: 'msclkid', referrerHost: 'bing.com' }, 'Bing', 'Paid'],
  // Facebook adds its click id to links that people share as well.
  [{ clickId: 'fbclid', referrerHost: 'l.facebook.com' }, 'Facebook', 'Social'],
  [{ clickId: 'fbclid' }, 'Facebook', 'Social'],
  [{ clickId: 'epik' }, 'Pinterest', 'Social'],
  [{ utmSource: 'news', referrerHost: 'google.com' }, 'news', 'Referral'],
  [{ utmSource: '', utmMedium: '', clickId: null }, 'Direct', 'Direct'],
])('%j is the source %s of the channel %s', (signs, source, channel) => {
  expect(toSource({ ...none, ...signs })).toBe(source);
  expect(toChannel({ ...none, ...signs })).toBe(channel);
});

test('no host or alias is listed twice, and each is in lower case', () => {
  const hosts = knownSources.flatMap((source) => source.hosts);
  const aliases = knownSources.flatMap((source) => source.aliases ?? []);
  for (const listed of [hosts, aliases, knownSources.map(({ name }) => name)])
    expect(listed.length).toBe(new Set(listed).size);
  for (const text of [...hosts, ...aliases]) expect(text).toBe(text.toLowerCase());
});

test('hostile values have a source and a channel in bounded time', () => {
  for (const value of ['__proto__', 'constructor', 'cp'.repeat(100), '.'.repeat(253), 'a.'.repeat(126)]) {
    const signs = { referrerHost: value, utmSource: value, utmMedium: value };
    expect(toSource(signs)).toBe(value);
    expect(channels).toContain(toChannel(signs));
  }
});
