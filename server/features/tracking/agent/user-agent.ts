import { createIsbotFromList, isbot, list } from 'isbot';
import { UAParser } from 'ua-parser-js';
import { RecentMap } from '../../../platform/recent-map.ts';

export interface UserAgent {
  /** A crawler, an HTTP client or a test tool, not a person's browser. */
  isBot: boolean;
  /** A search engine, AI or preview bot, but not an HTTP client that a shop's server may use. */
  isCrawler: boolean;
  browser: string;
  os: string;
  device: 'desktop' | 'mobile' | 'tablet' | 'other';
  /** The major version, such as `142`. Undefined if the user agent has none. */
  browserVersion: string | undefined;
  osVersion: string | undefined;
}

/**
 * The patterns of the isbot library that match HTTP clients, command line tools and shop systems, or only a format
 * (`name/1.0`) that those share with crawlers. The library's other patterns match crawlers.
 */
export const httpClientPatterns: readonly string[] = [
  // HTTP libraries and tools: curl, Go-http-client, GuzzleHttp, okhttp, Java, node, perl, PHP, Python, wget …
  '(?<!lib)http',
  'url',
  'java(?!;)',
  'library',
  'node\\b',
  '\\bperl\\b',
  '^azure',
  '^apache/',
  '^client/',
  '^jetty/',
  '^microsoft bits',
  '^php',
  '^postman',
  '^python',
  '^rest',
  '^wget',
  'synapse',
  // Shop systems, and words in the names of shops' servers.
  '^wordpress',
  '^custom',
  '^dispatch/\\d',
  '^email',
  '^stape/',
  '^track',
  'agent\\b',
  'check\\b',
  'checker',
  'optimize',
  'proxy',
  'server',
  'tools',
  // Formats, not names.
  '@[a-z][\\w-]+\\.',
  ';\\s\\w+;$',
  '\\(\\)',
  '\\.com\\b',
  '\\b\\w+/1\\.0;',
  '\\btime/',
  '\\|',
  '^[<\\(;]',
  '^[\\w \\.\\-\\(?:\\):%]+(?:/v?\\d+(?:\\.\\d+)?(?:\\.\\d{1,10})*?)?(?:,|$)',
  '^[\\w\\-]+/[\\w]+$',
  '^[^ ]{50,}$',
  '^\\d+\\b',
  '^\\w+/[\\w\\(\\)]*$',
  '^\\w+/\\d\\.\\d\\s\\([\\w@]+\\)$',
  '^mozilla/\\d\\.\\d\\s[\\w\\.-]+$',
  '^mozilla/\\d\\.\\d\\s\\((?:compatible;)?(?:\\s?[\\w\\d-.]+[\\s/]\\d+\\.\\d+)?\\)$',
];

/** Crawlers that the library matches only by one of the patterns above. */
const furtherCrawlers = [
  '^mozilla/.*compatible;.*https?://',
  'anthropic',
  'chatgpt',
  'cohere-ai',
  'embedly',
  'externalagent',
  'externalfetcher',
  'scrapy',
  'slurp',
];

const matchesCrawler = createIsbotFromList(list.filter((pattern) => !httpClientPatterns.includes(pattern)));
const matchesFurther = createIsbotFromList(furtherCrawlers);

// WordPress and others put the shop's URL into the header; the words in it do not describe the client.
const withoutUrls = (userAgent: string) => userAgent.replaceAll(/https?:\/\/\S+/gi, '');

const isCrawler = (userAgent: string) => matchesCrawler(withoutUrls(userAgent)) || matchesFurther(userAgent);

// A site's visitors share few user agents, and parsing one takes as long as the rest of an event's processing.
const cache = new RecentMap<UserAgent>(5_000);

/** Enough to recognize any browser. Limits the memory of `cache`. */
const parsedMax = 500;

/** Parses a User-Agent header. Cached. */
export function parseUserAgent(header: string): UserAgent {
  // Copied through a buffer: a slice would keep the whole header in memory as long as the cache entry.
  const userAgent = header.length > parsedMax ? Buffer.from(header.slice(0, parsedMax)).toString() : header;
  const cached = cache.get(userAgent);
  if (cached) return cached;
  // Every browser sends a user agent. A request without one may come from a shop's server.
  const parsed =
    isbot(userAgent) || userAgent.trim() === ''
      ? { isBot: true, isCrawler: isCrawler(userAgent), ...noBrowser }
      : { isBot: false, isCrawler: false, ...readBrowser(userAgent) };
  cache.set(userAgent, parsed);
  return parsed;
}

/** Stored as the browser or operating system if the user agent names none. */
export const unknownUserAgent = 'Other';

/** Stored for a shop's server. */
const noBrowser = {
  browser: unknownUserAgent,
  os: unknownUserAgent,
  device: 'other',
  browserVersion: undefined,
  osVersion: undefined,
} as const;

function readBrowser(userAgent: string): Omit<UserAgent, 'isBot' | 'isCrawler'> {
  const { browser, os, device } = new UAParser(userAgent).getResult();
  return {
    browser: browser.name?.slice(0, 40) ?? unknownUserAgent,
    os: os.name?.slice(0, 40) ?? unknownUserAgent,
    device: toDevice(device.type, os.name),
    browserVersion: toMajorVersion(browser.version),
    osVersion: toMajorVersion(os.version),
  };
}

/**
 * A readable name of the sender of a rejected event: `Googlebot`, `curl`, `Chrome`. At most 40 letters, digits and
 * `-_.`; empty when the header has no name.
 */
export function toUserAgentName(userAgent: string): string {
  const { browser } = parseUserAgent(userAgent);
  const head = withoutUrls(userAgent.slice(0, parsedMax));
  const [, named] =
    /compatible;\s*([\w.-]{1,40})/.exec(head) ?? /([\w.-]{0,30}bot|headless\w{0,30})\b/i.exec(head) ?? [];
  if (named) return named;
  if (browser !== unknownUserAgent) return browser.replaceAll(/[^\w. -]/g, '');
  return /^[\w.-]{1,40}/.exec(head)?.[0] ?? '';
}

/** `10.15.7` becomes `10`. Names of versions (`Vista`) stay. */
function toMajorVersion(version: string | undefined): string | undefined {
  return version?.split('.', 1)[0]?.slice(0, 10) || undefined;
}

function toDevice(type: string | undefined, os: string | undefined): UserAgent['device'] {
  if (type === 'mobile' || type === 'tablet') return type;
  // The parser returns no type for computers. It returns neither type nor system for unknown user agents.
  return type === undefined && os !== undefined ? 'desktop' : 'other';
}
