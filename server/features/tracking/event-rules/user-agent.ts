import { createIsbotFromList, isbot, list } from 'isbot';
import { LRUCache } from 'lru-cache';
import { UAParser } from 'ua-parser-js';

export interface UserAgent {
  /** Not a person's browser: a crawler, an HTTP client, a test tool. */
  isBot: boolean;
  /** A search engine, AI or preview bot, as opposed to an HTTP client that a shop's server may use. */
  isCrawler: boolean;
  browser: string;
  os: string;
  device: 'desktop' | 'mobile' | 'tablet' | 'other';
}

/** Longer ones are cut: no real browser comes near, and the text is kept with each active session. */
export const userAgentMax = 300;

/**
 * The patterns of the isbot library that mean an HTTP client, a command line tool, a shop system, or only a
 * form (`name/1.0`) that those and crawlers share. What is left names crawlers.
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
  // Shop systems and words in a shop server's own name.
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
  // Forms rather than names.
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

/** Crawlers that the library knows only by one of those. */
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

// WordPress and others put the shop's address into the header; its words say nothing about the client.
const withoutUrls = (userAgent: string) => userAgent.replaceAll(/https?:\/\/\S+/gi, '');

const isCrawler = (userAgent: string) => matchesCrawler(withoutUrls(userAgent)) || matchesFurther(userAgent);

// A site's visitors share few user agents; parsing one takes as long as all else about an event.
const known = new LRUCache<string, UserAgent>({ max: 5_000 });

/** Enough to know any real browser by, and a bound to what `known` may come to hold. */
const readMax = 500;

/** What a User-Agent header says about the browser behind it. */
export function parseUserAgent(header: string): UserAgent {
  // Through a buffer: a slice would keep the whole header alive for as long as it is remembered.
  const userAgent = header.length > readMax ? Buffer.from(header.slice(0, readMax)).toString() : header;
  const cached = known.get(userAgent);
  if (cached) return cached;
  // Every browser names itself; who sends nothing may still be a shop's server.
  const agent =
    isbot(userAgent) || userAgent.trim() === ''
      ? { isBot: true, isCrawler: isCrawler(userAgent), ...noBrowser }
      : { isBot: false, isCrawler: false, ...readBrowser(userAgent) };
  known.set(userAgent, agent);
  return agent;
}

/** Stored as the browser or operating system if the user agent names none. */
export const unknownUserAgent = 'Other';

/** What is known of a shop's server. */
const noBrowser = { browser: unknownUserAgent, os: unknownUserAgent, device: 'other' } as const;

function readBrowser(userAgent: string): Pick<UserAgent, 'browser' | 'os' | 'device'> {
  const { browser, os, device } = new UAParser(userAgent).getResult();
  return {
    browser: browser.name?.slice(0, 40) ?? unknownUserAgent,
    os: os.name?.slice(0, 40) ?? unknownUserAgent,
    device: toDevice(device.type, os.name),
  };
}

/**
 * A name for the sender of a refused event, for people to recognise it by: `Googlebot`, `curl`, `Chrome`.
 * Letters, digits and `-_.` only, at most 40 of them; empty when there is none.
 */
export function toUserAgentName(userAgent: string): string {
  const { browser } = parseUserAgent(userAgent);
  const head = withoutUrls(userAgent.slice(0, readMax));
  const [, named] =
    /compatible;\s*([\w.-]{1,40})/.exec(head) ?? /([\w.-]{0,30}bot|headless\w{0,30})\b/i.exec(head) ?? [];
  if (named) return named;
  if (browser !== unknownUserAgent) return browser.replaceAll(/[^\w. -]/g, '');
  return /^[\w.-]{1,40}/.exec(head)?.[0] ?? '';
}

function toDevice(type: string | undefined, os: string | undefined): UserAgent['device'] {
  if (type === 'mobile' || type === 'tablet') return type;
  // The parser names a type for everything but computers, and none when it knows nothing at all.
  return type === undefined && os !== undefined ? 'desktop' : 'other';
}
