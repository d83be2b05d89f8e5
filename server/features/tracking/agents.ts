import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { UAParser } from 'ua-parser-js';

export interface Agent {
  isBot: boolean;
  browser: string;
  os: string;
  device: 'desktop' | 'mobile' | 'tablet' | 'other';
}

/** Longer ones are cut: no real browser comes near, and the text is kept with each active session. */
export const userAgentMax = 300;

// A site's visitors share few user agents; parsing one takes as long as all else about an event.
const known = new LRUCache<string, Agent>({ max: 5_000 });

/** Enough to know any real browser by, and a bound to what `known` may come to hold. */
const readMax = 500;

/** What a User-Agent header says about the browser behind it. */
export function readAgent(header: string): Agent {
  // Through a buffer: a slice would keep the whole header alive for as long as it is remembered.
  const userAgent = header.length > readMax ? Buffer.from(header.slice(0, readMax)).toString() : header;
  const cached = known.get(userAgent);
  if (cached) return cached;
  const parsed = new UAParser(userAgent).getResult();
  const agent: Agent = {
    isBot: isbot(userAgent),
    browser: parsed.browser.name?.slice(0, 40) ?? 'Other',
    os: parsed.os.name?.slice(0, 40) ?? 'Other',
    device: toDevice(parsed.device.type, parsed.os.name),
  };
  known.set(userAgent, agent);
  return agent;
}

function toDevice(type: string | undefined, os: string | undefined): Agent['device'] {
  if (type === 'mobile' || type === 'tablet') return type;
  // The parser names a type for everything but computers, and none when it knows nothing at all.
  return type === undefined && os !== undefined ? 'desktop' : 'other';
}
