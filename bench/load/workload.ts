import { randomBytes } from 'node:crypto';

export interface Workload {
  companyIds: string[];
  eventsPerRequest: number;
}

const pathCount = 200;
const sessionCount = 5_000;
const referrers = [
  '',
  '',
  '',
  'https://www.google.com/',
  'https://news.example/top',
  'https://mail.example/',
];

export const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];

const languages = ['en-GB', 'de-DE', 'fr', 'en-US', 'es-ES'];
const screens = ['phone', 'laptop', 'desktop', 'tablet'];
const campaigns = [
  '',
  '',
  '',
  '',
  ',"utmSource":"newsletter","utmMedium":"email","utmCampaign":"spring-sale"',
  ',"utmSource":"google","utmMedium":"cpc","utmCampaign":"brand","utmTerm":"chairs","clickId":"gclid"',
];

/** Returns a function that creates bodies of page views as the tracking script sends them: 200 paths, 5,000 visitors over all companies. */
export function makeBodies({ companyIds, eventsPerRequest }: Workload): () => string {
  const nextId = makeIds();
  const started = Date.now();
  const sessions = Array.from(
    { length: sessionCount },
    (_, index) => `${(started - index * 60).toString(36)}-${randomBytes(6).toString('hex')}`,
  );
  const visitors = sessions.map(() => randomBytes(8).toString('hex'));
  const event = () => {
    const session = Math.floor(Math.random() * sessionCount);
    const company = companyIds[session % companyIds.length];
    // Few pages have most of the views.
    const path = Math.floor(pathCount * Math.random() ** 2);
    const referrer = referrers[session % referrers.length];
    const at = new Date().toISOString();
    const campaign = campaigns[session % campaigns.length];
    const language = languages[session % languages.length];
    const screen = screens[session % screens.length];
    return `{"id":"${nextId()}","companyId":"${company}","eventType":"pageview","metricName":"page_views","metricValue":1,"metadata":{"url":"https://shop.test/catalogue/item-${path}","referrer":"${referrer}"${campaign},"sessionId":"${sessions[session]}","visitorId":"${visitors[session]}","language":"${language}","screen":"${screen}","userAgent":"${userAgents[session % userAgents.length]}","timestamp":"${at}"}}`;
  };
  if (eventsPerRequest === 1) return event;
  return () => `[${Array.from({ length: eventsPerRequest }, event).join(',')}]`;
}

const digitsPerId = 18;

/** UUIDv7s (RFC 9562) from buffered random digits: one call to the system's source per id would cost too much CPU time. */
function makeIds(): () => string {
  let digits = '';
  let next = 0;
  return () => {
    if (next + digitsPerId > digits.length) {
      digits = randomBytes(64 * 1024).toString('hex');
      next = 0;
    }
    const random = digits.slice(next, next + digitsPerId);
    next += digitsPerId;
    const time = Date.now().toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6)}`;
  };
}
