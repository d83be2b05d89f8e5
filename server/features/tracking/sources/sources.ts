import type { clickIdKinds } from '../../../../contract/tracking.ts';
import { RecentMap } from '../../../platform/recent-map.ts';
import type { Channel } from './channels.ts';
import { knownSources } from './known-sources.ts';

export type { Channel };

/** The source of a visit without a referrer and without a campaign. */
export const directSource = 'Direct';

/** The fields that show where a visitor came from. Absent and empty values mean the same. */
export interface SourceSigns {
  /** Host name without `www.`; empty for the site itself. */
  referrerHost: string;
  utmSource?: string | null | undefined;
  utmMedium?: string | null | undefined;
  clickId?: (typeof clickIdKinds)[number] | null | undefined;
}

type Known = (typeof knownSources)[number];

const byHost = new Map<string, Known>();
/** Second-level names that are the same site under every public suffix: `google` for google.com and google.co.uk. */
const byName = new Map<string, Known>();
const byAlias = new Map<string, Known>();
for (const source of knownSources) {
  byAlias.set(source.name.toLowerCase(), source);
  for (const host of source.hosts) {
    if (host.endsWith('.*')) byName.set(host.slice(0, -2), source);
    else byHost.set(host, source);
  }
  for (const alias of source.aliases ?? []) byAlias.set(alias, source);
}

/** Ad networks by the click id they add to the address. */
const clickIdSources: Record<(typeof clickIdKinds)[number], string> = {
  gclid: 'Google',
  gbraid: 'Google',
  wbraid: 'Google',
  msclkid: 'Bing',
  fbclid: 'Facebook',
  ttclid: 'TikTok',
  twclid: 'X',
  li_fat_id: 'LinkedIn',
  rdt_cid: 'Reddit',
  epik: 'Pinterest',
};

/** Click ids that only ads have. The others are also added to links that people share. */
const paidClickIds = new Set<string>([
  'gclid',
  'gbraid',
  'wbraid',
  'msclkid',
  'ttclid',
  'twclid',
  'li_fat_id',
  'rdt_cid',
]);

const paidMedium =
  /^(.*cp[acmv].*|ppc|.*paid.*|ads?|display|banner|retargeting|remarketing|sponsored|expandable|interstitial)$/;
const emailMedium = /^(e[-_ ]?mails?|newsletter|mail|mailing)$/;
const socialMedium = /^(social|social[-_ ]?(network|media)|sm|story|stories|post)$/;
const searchMedium = /^(organic|search|organic[-_ ]search|seo)$/;
const affiliateMedium = /^(affiliates?|partner)$/;
const assistantMedium = /^(ai|llm|chatbot|ai[-_ ]assistants?)$/;

/** Host names and campaign sources come from the page: the same few for most visitors. */
const knownHosts = new RecentMap<{ known: Known | undefined }>(5_000);

function findByHost(host: string): Known | undefined {
  const cached = knownHosts.get(host);
  if (cached) return cached.known;
  const known = lookUpHost(host);
  knownHosts.set(host, { known });
  return known;
}

function lookUpHost(host: string): Known | undefined {
  // Longest first: mail.google.com is listed, and differs from google.com.
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const known = byHost.get(name);
    if (known) return known;
  }
  // google.de, google.co.uk and www.google.com.br, but not google.example.com.
  const [, label] = /(?:^|\.)([^.]+)\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/.exec(host) ?? [];
  return label === undefined ? undefined : byName.get(label);
}

function findByCampaign(utmSource: string): Known | undefined {
  const value = utmSource.toLowerCase();
  return byAlias.get(value) ?? (value.includes('.') ? findByHost(withoutWww(value)) : undefined);
}

export const withoutWww = (host: string): string => (host.startsWith('www.') ? host.slice(4) : host);

/**
 * The name of what sent the visitor: the campaign's `utm_source`, the ad network of a click id, the referring site, or
 * `Direct`. Known sites have one name however they are spelled: `fb`, `l.facebook.com` and `Facebook` are `Facebook`.
 */
export function toSource({ referrerHost, utmSource, clickId }: SourceSigns): string {
  if (utmSource) return findByCampaign(utmSource)?.name ?? utmSource;
  if (referrerHost !== '') return findByHost(referrerHost)?.name ?? referrerHost;
  return clickId ? clickIdSources[clickId] : directSource;
}

/** The channel of a visit: from its medium and click id, otherwise from the known kind of its source. */
export function toChannel({ referrerHost, utmSource, utmMedium, clickId }: SourceSigns): Channel {
  const medium = utmMedium?.toLowerCase() ?? '';
  if (clickId && paidClickIds.has(clickId)) return 'Paid';
  if (affiliateMedium.test(medium)) return 'Affiliate';
  if (paidMedium.test(medium)) return 'Paid';
  if (emailMedium.test(medium)) return 'Email';
  if (socialMedium.test(medium)) return 'Social';
  if (searchMedium.test(medium)) return 'Organic Search';
  if (assistantMedium.test(medium)) return 'AI Assistants';
  if (utmSource) {
    const known = findByCampaign(utmSource);
    if (known) return known.channel;
    return emailMedium.test(utmSource.toLowerCase()) ? 'Email' : 'Referral';
  }
  if (referrerHost !== '') return findByHost(referrerHost)?.channel ?? 'Referral';
  return clickId ? toClickIdChannel(clickId) : 'Direct';
}

function toClickIdChannel(clickId: NonNullable<SourceSigns['clickId']>): Channel {
  return byAlias.get(clickIdSources[clickId].toLowerCase())?.channel ?? 'Referral';
}
