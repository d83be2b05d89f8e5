/** The rule for domains of companies, used by pages and server. Stored and compared in punycode, shown in Unicode. */

export const invalidDomain = 'Please enter a domain such as shop.example.';

/** IDNA: the ASCII form of a host, or '' for an invalid one. Node and browsers have different functions for it. */
type ToAscii = (host: string) => string;

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const www = /^www\.(?=.+\.)/;

function findHost(entered: string): string {
  return entered
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\/([^/@]*@)?/i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d+$/, '')
    .replace(/\.$/, '');
}

/**
 * The host name in an entered text: `https://www.Shop.example/` is `shop.example`, umlauts become punycode,
 * `localhost` and an IPv4 address stay. Undefined without a host name.
 */
export function toDomain(entered: string, toAscii: ToAscii): string | undefined {
  const host = findHost(entered);
  // This is an email address. A browser would parse the part before the @ as a user name.
  const domain = host.includes('@') ? '' : toAscii(host).replace(www, '');
  const isName = hostName.test(domain) && (domain.includes('.') || domain === 'localhost');
  return isName ? domain : undefined;
}

/** The domain as it is shown: in Unicode if it was entered so and cannot be mistaken for another one. */
export function toDisplayDomain(entered: string, toAscii: ToAscii): string | undefined {
  const domain = toDomain(entered, toAscii);
  if (domain === undefined) return undefined;
  const unicode = findHost(entered).normalize('NFKC').toLowerCase().replace(www, '');
  return isUnambiguous(unicode) && toDomain(unicode, toAscii) === domain ? unicode : domain;
}

/** Whether `www.` before the domain is a name, too: not before `localhost` or an IPv4 address. */
export const hasWww = (domain: string): boolean => domain.includes('.') && !/^[\d.]+$/.test(domain);

/**
 * The address of a company's site, for links. Sites on this machine or an IP address have no https; neither may others
 * have while our own page has none. A site with https redirects to it, and browsers keep the fragment then.
 */
export function toSiteUrl(domain: string, ownProtocol: string): string {
  const isPublic = hasWww(domain) && !domain.endsWith('.localhost');
  return `${isPublic ? ownProtocol : 'http:'}//${domain}/`;
}

// Latin letters of living languages, without the dotless i, which looks like an i.
const latin = /^[a-z\d\u00df-\u00f6\u00f8-\u0130\u0132-\u017f\u0218-\u021b\u1e00-\u1eff-]+$/;
const otherScripts = [
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Hangul}\d-]+$/u,
  /^[\p{Script=Arabic}\p{Mn}\d-]+$/u,
  /^[\p{Script=Hebrew}\p{Mn}\d-]+$/u,
  /^[\p{Script=Devanagari}\d-]+$/u,
  /^[\p{Script=Thai}\d-]+$/u,
  // At least one character that does not look like a Latin letter.
  /^(?=.*[^асеһіјӏорԗԛѕԝхуъьҽпгѵѡԁ\d-])[\p{Script=Cyrillic}\d-]+$/u,
  /^(?=.*[^αβγηικνορτυχω\d-])[\p{Script=Greek}\d-]+$/u,
];

/** Whether each label uses one script and cannot be mistaken for a Latin name; others are shown in punycode. */
export function isUnambiguous(unicodeDomain: string): boolean {
  return unicodeDomain
    .split('.')
    .every((label) => latin.test(label) || otherScripts.some((script) => script.test(label)));
}
