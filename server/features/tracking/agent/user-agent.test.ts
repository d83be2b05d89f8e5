import { list } from 'isbot';
import { expect, test } from 'vitest';
import { httpClientPatterns, parseUserAgent, toUserAgentName } from './user-agent.ts';

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
  ['\u00ff\u00fe not a browser at all', 'Other', 'Other', 'other'],
])('a visitor: %s', (userAgent, browser, os, device) => {
  expect(parseUserAgent(userAgent)).toMatchObject({ isBot: false, browser, os, device });
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
  expect(parseUserAgent(userAgent).isBot).toBe(true);
});

test('a user agent is cut to 500 characters before it is parsed and cached', () => {
  const browser = `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 `.padEnd(
    500,
  );
  expect(parseUserAgent(`${browser}${'A'.repeat(10_000)}1`)).toBe(
    parseUserAgent(`${browser}${'B'.repeat(10_000)}2`),
  );
});

test.each([
  '',
  'curl/8.5.0',
  'Wget/1.21.4',
  'node',
  'undici',
  'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
  'axios/1.7.9',
  'got (https://github.com/sindresorhus/got)',
  'python-requests/2.32.3',
  'Python-urllib/3.12',
  'Python/3.12 aiohttp/3.9.5',
  'python-httpx/0.27.0',
  'PHP/8.3.1',
  'GuzzleHttp/7',
  'Symfony HttpClient (Curl)',
  'WordPress/6.7.1; https://shop.example',
  'WordPress/6.7.1; https://news-robot.example/search/tools',
  'WooCommerce/9.4.2 Hookshot (WordPress/6.7.1)',
  'Magento/2.4.7',
  'PrestaShop/8.2',
  'Shopify-Captain-Hook',
  'Go-http-client/1.1',
  'Go-http-client/2.0',
  'Ruby',
  'Faraday v2.12.0',
  'rest-client/2.1.0 (linux x86_64) ruby/3.3.0p0',
  'http.rb/5.2.0',
  'HTTPie/3.2.2',
  'Java/17.0.9',
  'Java-http-client/21.0.1',
  'Apache-HttpClient/4.5.14 (Java/17.0.9)',
  'okhttp/4.12.0',
  'PostmanRuntime/7.43.0',
  'Dart/3.5 (dart:io)',
  'Deno/2.0.0',
  'Bun/1.1.34',
  'reqwest/0.12',
  'libwww-perl/6.77',
  'RestSharp/112.0.0.0',
  'MyShop/2.1 (+https://shop.example)',
  'my-shop-server/1.0',
])('an HTTP client of a shop is not a crawler and has no browser: %s', (userAgent) => {
  expect(parseUserAgent(userAgent)).toMatchObject({
    isCrawler: false,
    browser: 'Other',
    os: 'Other',
    device: 'other',
  });
});

test.each([
  `${mozilla} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  'Googlebot-Image/1.0',
  `${mozilla} (compatible; Google-InspectionTool/1.0)`,
  `${mozilla} (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)`,
  `${mozilla} (compatible; YandexBot/3.0; +http://yandex.com/bots)`,
  `${mozilla} (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)`,
  'Baiduspider+(+http://www.baidu.com/search/spider.htm)',
  'DuckDuckBot/1.1',
  `${mozilla} ${webkit}; compatible; GPTBot/1.2; +https://openai.com/gptbot`,
  `${mozilla} ${webkit}; compatible; ChatGPT-User/1.0; +https://openai.com/bot`,
  `${mozilla} ${webkit}; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)`,
  'CCBot/2.0 (https://commoncrawl.org/faq/)',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'facebookexternalhit/1.1',
  'Twitterbot/1.0',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'WhatsApp/2.24.1',
  'TelegramBot (like TwitterBot)',
  `${mozilla} (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)`,
  'Scrapy/2.11 (+https://scrapy.org)',
  `${mozilla} (X11; Linux x86_64) ${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`,
])('a crawler is recognized: %s', (userAgent) => {
  expect(parseUserAgent(userAgent)).toMatchObject({ isBot: true, isCrawler: true });
});

test('every pattern treated as an HTTP client still exists in the library', () => {
  expect(httpClientPatterns.filter((pattern) => !list.includes(pattern))).toEqual([]);
});

test.each([
  [`${mozilla} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`, 'Googlebot'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'Slackbot'],
  [`${mozilla} (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`, 'Firefox'],
  ['python-requests/2.32.3', 'python-requests'],
  ['WordPress/6.7.1; https://robot.example', 'WordPress'],
  ['', ''],
  ['<img src=x onerror=alert(1)>', ''],
  [`(compatible; ${'x'.repeat(400)})`, 'x'.repeat(40)],
])('the sender %s is called %s', (userAgent, name) => {
  expect(toUserAgentName(userAgent)).toBe(name);
});
