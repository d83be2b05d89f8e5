import type { ScriptElement } from './scan-page.ts';

/** A tool that is recognized by parts of the addresses and attributes of its scripts. */
interface KnownTool {
  name: string;
  marks: readonly string[];
}

const consentTools: readonly KnownTool[] = [
  { name: 'Cookiebot', marks: ['consent.cookiebot.com', 'consent.cookiebot.eu'] },
  { name: 'OneTrust', marks: ['cdn.cookielaw.org', 'otsdkstub', 'onetrust'] },
  { name: 'Usercentrics', marks: ['usercentrics.eu', 'usercentrics.com'] },
  { name: 'iubenda', marks: ['iubenda.com'] },
  { name: 'CookieYes', marks: ['cdn-cookieyes.com', 'cookie-law-info'] },
  { name: 'Complianz', marks: ['complianz-gdpr', 'cmplz'] },
  { name: 'Osano', marks: ['cmp.osano.com'] },
  { name: 'Termly', marks: ['app.termly.io'] },
  { name: 'Didomi', marks: ['sdk.privacy-center.org', 'didomi'] },
  { name: 'Klaro', marks: ['klaro'] },
  { name: 'Borlabs Cookie', marks: ['borlabs-cookie', 'borlabs'] },
  { name: 'TrustArc', marks: ['consent.trustarc.com', 'truste.com'] },
  { name: 'Axeptio', marks: ['static.axept.io', 'axeptio'] },
  { name: 'tarteaucitron', marks: ['tarteaucitron'] },
  { name: 'CookieScript', marks: ['cookie-script.com'] },
  { name: 'CookieFirst', marks: ['consent.cookiefirst.com'] },
  { name: 'consentmanager', marks: ['consentmanager.net', 'consentmanager.mgr'] },
  { name: 'Sourcepoint', marks: ['privacy-mgmt.com', 'sp-prod.net'] },
  { name: 'Quantcast Choice', marks: ['cmp.quantcast.com', 'quantcast.mgr.consensu.org'] },
  { name: 'Real Cookie Banner', marks: ['real-cookie-banner'] },
  { name: 'GDPR Cookie Compliance', marks: ['gdpr-cookie-compliance'] },
  { name: 'CookieConsent', marks: ['cookieconsent'] },
];

/** Plugins that keep scripts from running until a visitor moves or clicks, by the marks of the elements they change. */
const delayTools: readonly KnownTool[] = [
  { name: 'WP Rocket', marks: ['rocketlazyloadscript', 'data-rocket-src', 'data-rocket-type'] },
  { name: 'LiteSpeed Cache', marks: ['litespeed/javascript'] },
  { name: 'Perfmatters', marks: ['pmdelayedscript'] },
  { name: 'NitroPack', marks: ['nitropack'] },
  { name: 'WP Meteor', marks: ['javascript/blocked'] },
  { name: 'Flying Scripts', marks: ['data-flying'] },
];

/** Attributes in which consent tools and plugins for speed keep the address of a script until it may run. */
const waitingSources = [
  'data-src',
  'data-rocket-src',
  'data-lazy-src',
  'data-cmp-src',
  'data-cookieconsent-src',
];

const runnableTypes = /^(|module|(text|application)\/(x-)?(java|ecma)script)$/i;

/** Whether a browser runs the element without the help of another script. */
export const isRunnable = ({ attributes }: ScriptElement): boolean =>
  runnableTypes.test((attributes.get('type') ?? '').trim());

/** The address of a script, also while a tool holds it back; empty for an inline script. */
export function readSource({ attributes }: ScriptElement): string {
  const source = attributes.get('src');
  if (source !== undefined) return source.trim();
  for (const name of waitingSources) {
    const waiting = attributes.get(name);
    if (waiting !== undefined) return waiting.trim();
  }
  return '';
}

const listMarks = (element: ScriptElement) =>
  [...element.attributes].map(([name, value]) => `${name}=${value.slice(0, 300)}`.toLowerCase());

/** The names of the consent tools of a page. */
export function findConsentTools(scripts: readonly ScriptElement[]): string[] {
  const found = new Set<string>();
  for (const script of scripts) {
    const texts = [
      readSource(script).slice(0, 300).toLowerCase(),
      (script.attributes.get('id') ?? '').toLowerCase(),
    ];
    for (const { name, marks } of consentTools) {
      if (texts.some((text) => marks.some((mark) => text.includes(mark)))) found.add(name);
    }
  }
  return [...found];
}

/** The plugin that delays a script, if it is a known one. Rocket Loader of Cloudflare writes a random number before the type. */
export function findDelay(script: ScriptElement): string | undefined {
  if (/^[\da-f]{16,40}-(text\/javascript|module)?$/i.test(script.attributes.get('type') ?? ''))
    return 'Cloudflare Rocket Loader';
  const texts = listMarks(script);
  return delayTools.find(({ marks }) => marks.some((mark) => texts.some((text) => text.includes(mark))))
    ?.name;
}

/** The tag managers of a page, whose containers a check cannot see inside. */
export function findTagManager(scripts: readonly ScriptElement[]): string | undefined {
  const uses = (mark: string) =>
    scripts.some((script) => readSource(script).includes(mark) || script.text.slice(0, 5_000).includes(mark));
  if (uses('googletagmanager.com/gtm.js')) return 'Google Tag Manager';
  if (uses('cdn.matomo.cloud') && uses('container_')) return 'Matomo Tag Manager';
  if (uses('assets.adobedtm.com')) return 'Adobe Launch';
  if (uses('tags.tiqcdn.com')) return 'Tealium';
  return undefined;
}
