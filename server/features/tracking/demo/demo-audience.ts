import type { LoadedEvent } from '../import/bulk-load.ts';
import type { Weighted } from './random.ts';

/** Relative traffic of an ordinary shop in each hour of the local day, 1 on average. */
export const trafficByHour = [
  0.35, 0.25, 0.2, 0.2, 0.25, 0.4, 0.6, 0.85, 1.05, 1.2, 1.3, 1.35, 1.4, 1.3, 1.25, 1.2, 1.2, 1.3, 1.5, 1.75,
  1.85, 1.6, 1.1, 0.65,
];

/** Factors from Monday to Sunday. */
export const trafficByWeekday = [1.08, 1.1, 1.05, 1.02, 0.95, 0.85, 0.95];

type Place = Required<Pick<LoadedEvent, 'country' | 'region' | 'city' | 'language'>>;

const inPlace = (country: string, region: string, city: string, language: string): Place => ({
  country,
  region,
  city,
  language,
});

export const places: Weighted<Place> = [
  [inPlace('GB', 'England', 'London', 'en-GB'), 22],
  [inPlace('GB', 'England', 'Bristol', 'en-GB'), 9],
  [inPlace('GB', 'Scotland', 'Edinburgh', 'en-GB'), 6],
  [inPlace('US', 'New York', 'New York', 'en-US'), 9],
  [inPlace('US', 'California', 'San Francisco', 'en-US'), 7],
  [inPlace('DE', 'Berlin', 'Berlin', 'de-DE'), 8],
  [inPlace('DE', 'Bavaria', 'Munich', 'de-DE'), 6],
  [inPlace('FR', 'Île-de-France', 'Paris', 'fr-FR'), 7],
  [inPlace('NL', 'North Holland', 'Amsterdam', 'nl-NL'), 5],
  [inPlace('IE', 'Leinster', 'Dublin', 'en-IE'), 4],
  [inPlace('ES', 'Catalonia', 'Barcelona', 'es-ES'), 4],
  [inPlace('SE', 'Stockholm', 'Stockholm', 'sv-SE'), 3],
  [inPlace('CA', 'Ontario', 'Toronto', 'en-CA'), 3],
  [inPlace('AU', 'New South Wales', 'Sydney', 'en-AU'), 2],
  [inPlace('JP', 'Tokyo', 'Tokyo', 'ja-JP'), 1],
];

type Browser = Required<
  Pick<LoadedEvent, 'browser' | 'browser_version' | 'os' | 'os_version' | 'device' | 'screen'>
>;

const browserOn = (
  [browser, browser_version]: [string, string],
  [os, os_version]: [string, string],
  device: string,
  screen: string,
): Browser => ({ browser, browser_version, os, os_version, device, screen });

/** Named as `agent/user-agent.ts` names them. */
export const browsers: Weighted<Browser> = [
  [browserOn(['Mobile Safari', '26'], ['iOS', '26.1'], 'mobile', 'phone'), 27],
  [browserOn(['Mobile Safari', '18'], ['iOS', '18.7'], 'mobile', 'phone'), 7],
  [browserOn(['Mobile Chrome', '142'], ['Android', '16'], 'mobile', 'phone'), 15],
  [browserOn(['Samsung Internet', '28'], ['Android', '15'], 'mobile', 'phone'), 5],
  [browserOn(['Mobile Safari', '26'], ['iOS', '26.1'], 'tablet', 'tablet'), 4],
  [browserOn(['Chrome', '142'], ['Windows', '10'], 'desktop', 'laptop'), 13],
  [browserOn(['Chrome', '142'], ['Windows', '10'], 'desktop', 'desktop'), 8],
  [browserOn(['Edge', '142'], ['Windows', '10'], 'desktop', 'desktop'), 6],
  [browserOn(['Chrome', '142'], ['macOS', '10.15.7'], 'desktop', 'laptop'), 5],
  [browserOn(['Safari', '26'], ['macOS', '10.15.7'], 'desktop', 'laptop'), 6],
  [browserOn(['Firefox', '145'], ['Windows', '10'], 'desktop', 'desktop'), 3],
  [browserOn(['Firefox', '145'], ['Linux', 'unknown'], 'desktop', 'laptop'), 1],
];

/** Where a visit comes from: what the first page view says. Source and channel follow from it, as in ingestion. */
export interface VisitOrigin {
  referrer_host: string;
  referrer_path?: string;
  utm_source?: string;
  utm_medium?: string;
  utm_campaign?: string;
  utm_term?: string;
  utm_content?: string;
  click_id?: 'gclid' | 'fbclid';
}

interface OriginProfile {
  origin: VisitOrigin;
  weight: number;
  /** How many of the visits fill a basket, relative to the others. */
  intent: number;
  /** The weekdays (0 is Monday) on which the visits come; every day if absent. */
  weekdays?: readonly number[];
  /** The first day of the period it appears, as a part of the period. */
  since?: number;
}

const search = (referrer_host: string): VisitOrigin => ({ referrer_host, referrer_path: '/' });
const ad = (utm_campaign: string, utm_term: string): VisitOrigin => ({
  ...search('google.com'),
  ...{ utm_source: 'google', utm_medium: 'cpc', utm_campaign, utm_term, click_id: 'gclid' },
});
const mail = (utm_campaign: string, utm_content: string): VisitOrigin => ({
  ...{ referrer_host: '', utm_source: 'newsletter', utm_medium: 'email', utm_campaign, utm_content },
});

export const origins: readonly OriginProfile[] = [
  { origin: { referrer_host: '' }, weight: 25, intent: 1.1 },
  { origin: search('google.com'), weight: 27, intent: 1 },
  { origin: search('bing.com'), weight: 4, intent: 1 },
  { origin: search('duckduckgo.com'), weight: 2.5, intent: 0.9 },
  { origin: ad('brand', 'shop online'), weight: 5, intent: 1.6 },
  { origin: ad('new-collection', 'gift ideas'), weight: 5, intent: 0.8, since: 0.4 },
  { origin: mail('weekly-letter', 'header'), weight: 16, intent: 1.7, weekdays: [1] },
  { origin: mail('weekly-letter', 'new-arrivals'), weight: 7, intent: 2, weekdays: [1, 2] },
  { origin: mail('season-sale', 'button'), weight: 22, intent: 2.4, weekdays: [4, 5], since: 0.8 },
  { origin: { referrer_host: 'l.instagram.com', referrer_path: '/' }, weight: 7, intent: 0.4 },
  {
    origin: {
      ...{ referrer_host: 'm.facebook.com', referrer_path: '/', click_id: 'fbclid' },
      ...{ utm_source: 'facebook', utm_medium: 'paid_social', utm_campaign: 'new-collection' },
      utm_content: 'video',
    },
    ...{ weight: 5, intent: 0.6, since: 0.4 },
  },
  { origin: { referrer_host: 'pinterest.com', referrer_path: '/pin/' }, weight: 3, intent: 0.5 },
  { origin: { referrer_host: 'chatgpt.com', referrer_path: '/' }, weight: 2.5, intent: 1.5 },
  { origin: { referrer_host: 'perplexity.ai', referrer_path: '/' }, weight: 1, intent: 1.2, since: 0.3 },
  {
    origin: { referrer_host: 'weekend-journal.example', referrer_path: '/best-of-the-year' },
    ...{ weight: 4, intent: 0.9, since: 0.55 },
  },
  {
    origin: { referrer_host: 'forum.example', referrer_path: '/threads/recommendations' },
    weight: 1.5,
    intent: 0.8,
  },
  {
    origin: {
      ...{ referrer_host: 'deal-finder.example', referrer_path: '/offers' },
      ...{ utm_source: 'deal-finder', utm_medium: 'affiliate', utm_campaign: 'autumn' },
    },
    ...{ weight: 1.5, intent: 1.8 },
  },
];
