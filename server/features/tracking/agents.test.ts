import { expect, test } from 'vitest';
import { readAgent } from './agents.ts';

const mozilla = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome',
    'Windows',
    'desktop',
  ],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge',
    'Windows',
    'desktop',
  ],
  [`${mozilla} (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`, 'Firefox', 'Linux', 'desktop'],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
    'Safari',
    'Mac OS',
    'desktop',
  ],
  [
    `${mozilla} (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome',
    'Chromium OS',
    'desktop',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`,
    'Mobile Safari',
    'iOS',
    'mobile',
  ],
  [
    `${mozilla} (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
    'mobile',
  ],
  [
    `${mozilla} (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
    'mobile',
  ],
  [
    `${mozilla} (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1`,
    'Mobile Safari',
    'iOS',
    'tablet',
  ],
  [
    `${mozilla} (Linux; Android 13; SM-X700) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome',
    'Android',
    'tablet',
  ],
  ['', 'Other', 'Other', 'other'],
  ['\u00ff\u00fe not a browser at all', 'Other', 'Other', 'other'],
])('a visitor: %s', (userAgent, browser, os, device) => {
  expect(readAgent(userAgent)).toMatchObject({ isBot: false, browser, os, device });
});

test.each([
  `${mozilla} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  `${mozilla} (Linux; Android 6.0.1; Nexus 5X) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  `${mozilla} (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)`,
  `${mozilla} ${webkit}; compatible; GPTBot/1.2; +https://openai.com/gptbot`,
  `${mozilla} (X11; Linux x86_64) ${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`,
  'curl/8.5.0',
  'python-requests/2.32.3',
  'facebookexternalhit/1.1',
])('a bot: %s', (userAgent) => {
  expect(readAgent(userAgent).isBot).toBe(true);
});

test('what lies beyond the first 500 characters of a user agent is neither read nor remembered', () => {
  const browser = `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 `.padEnd(
    500,
  );
  expect(readAgent(`${browser}${'A'.repeat(10_000)}1`)).toBe(readAgent(`${browser}${'B'.repeat(10_000)}2`));
});
