import type { SiteSystem } from '../../../../contract/company/site-check.ts';
import { findTagManager } from './known-tools.ts';
import type { ScannedPage } from './scan-page.ts';

/** The marks of each system in a page, most specific system first. */
const marks: readonly (readonly [SiteSystem, readonly string[]])[] = [
  ['woocommerce', ['/plugins/woocommerce/', 'woocommerce-page', 'wc-blocks-']],
  ['wordpress', ['/wp-content/', '/wp-includes/', '/wp-json/']],
  ['shopify', ['cdn.shopify.com', 'Shopify.theme', '/cdn/shop/']],
  ['wix', ['static.wixstatic.com', 'static.parastorage.com']],
  ['squarespace', ['static1.squarespace.com', 'Static.SQUARESPACE_CONTEXT']],
  ['webflow', ['data-wf-site', 'assets.website-files.com', 'cdn.prod.website-files.com']],
  ['next', ['__NEXT_DATA__', '/_next/static/']],
  ['nuxt', ['__NUXT__', '__NUXT_DATA__', '/_nuxt/']],
  ['angular', ['ng-version=', '<app-root']],
  ['react-router', ['__reactRouterContext', '__remixContext', '__reactRouterManifest']],
];

const generators: readonly (readonly [RegExp, SiteSystem])[] = [
  [/^woocommerce/i, 'woocommerce'],
  [/^wordpress/i, 'wordpress'],
  [/^wix/i, 'wix'],
  [/^squarespace/i, 'squarespace'],
  [/^webflow/i, 'webflow'],
  [/^next/i, 'next'],
  [/^nuxt/i, 'nuxt'],
];

const appSystems: ReadonlySet<SiteSystem> = new Set(['next', 'nuxt', 'angular', 'react-router']);
/** An element that scripts fill: its page is rendered in the browser. The lengths keep the search short on any page. */
const emptyRoot = /<(?:div|main) id="?(?:root|app|__next|q-app)"?[^>]{0,200}>\s{0,50}<\/(?:div|main)>/i;

/** The system a site is made with, as far as its page shows it. */
export function recognizeSystem(html: string, page: ScannedPage): SiteSystem {
  const found = marks.find(([, texts]) => texts.some((text) => html.includes(text)))?.[0];
  if (found) return found;
  const generated = generators.find(([pattern]) => pattern.test(page.generator))?.[1];
  return generated ?? (findTagManager(page.scripts) ? 'tag-manager' : 'other');
}

/** Whether following links changes the address without loading a page. */
export const isSinglePageApp = (html: string, system: SiteSystem): boolean =>
  appSystems.has(system) || emptyRoot.test(html);
