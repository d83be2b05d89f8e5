import type { SiteSystem } from '../../../contract/company/site-check.ts';
import { trackingStub } from '../../../contract/tracking-stub.ts';
import { readScriptTag, type ScriptTag } from './script-tag.ts';
import { listSiteSnippets, type SiteSnippetValues } from './site-snippets.ts';
import type { SnippetPart } from './snippet.ts';

/** How the tracking code gets into the pages of a site that is made with a system. */
export interface InstallGuide {
  value: string;
  label: string;
  /** The systems that a check of the site recognizes, which this guide is for. */
  systems: readonly SiteSystem[];
  /** Clicks and places before the code is pasted. */
  steps: readonly string[];
  part: SnippetPart;
  note?: string;
}

const tracking = { title: 'Tracking code', copy: 'Copy tracking code' };

const routes = 'Changes of the page without a reload are counted by themselves: no further code is needed.';

/** The guides, the most frequent systems first. Tests run the code of those that the tracking page has as well. */
export function listInstallGuides(values: SiteSnippetValues): InstallGuide[] {
  const tag = readScriptTag(values.trackingCode);
  const html = { ...tracking, code: values.trackingCode };
  const ofTrackingPage = (value: string): SnippetPart => {
    const [part] = listSiteSnippets(values).find((snippet) => snippet.value === value)?.parts ?? [];
    return part ?? { ...html, where: '' };
  };
  return [
    {
      ...{ value: 'html', label: 'Plain HTML', systems: ['other'] },
      steps: ['Open the file that all pages include, or each page.', 'Paste the code and upload the files.'],
      part: { ...html, where: 'In the <head>, before </head>.' },
    },
    {
      ...{ value: 'wordpress', label: 'WordPress, WooCommerce', systems: ['wordpress', 'woocommerce'] },
      steps: [
        'In WordPress, open functions.php of the child theme under Appearance, Theme File Editor. Without a child theme, use a plugin for code snippets.',
        'Paste the code at the end and save.',
        'Empty the cache, if the site has a plugin for that.',
      ],
      part: ofTrackingPage('woocommerce'),
    },
    {
      ...{ value: 'shopify', label: 'Shopify', systems: ['shopify'] },
      steps: [
        'In Shopify, open Online Store, Themes.',
        'Open the menu of the published theme, Edit code, and there layout/theme.liquid.',
        'Paste the code before </head> and save.',
      ],
      part: { ...html, where: 'In layout/theme.liquid, before </head>.' },
      note: "Shopify's thank-you page runs no scripts of the theme. A connection to Shopify reports the orders.",
    },
    ...listBuilderGuides(html),
    {
      ...{ value: 'tag-manager', label: 'Google Tag Manager', systems: ['tag-manager'] },
      steps: [
        'Create a tag of the type Custom HTML and paste the code.',
        'Choose the trigger All Pages and save.',
        'Submit the workspace, so that the tag is published.',
      ],
      part: ofTrackingPage('tag-manager'),
      note: 'Code in the pages themselves counts more: content blockers often remove the tag manager.',
    },
    ...listFrameworkGuides(html, tag, ofTrackingPage),
  ];
}

/** Systems in which a form accepts the HTML. */
const listBuilderGuides = (html: Omit<SnippetPart, 'where'>): InstallGuide[] => [
  {
    ...{ value: 'wix', label: 'Wix', systems: ['wix'] },
    steps: [
      'In the dashboard of the site, open Settings, Custom Code. It needs a plan with an own domain.',
      'Choose Add Custom Code and paste the code.',
      'Choose All pages, Load code once, and Head, then Apply.',
    ],
    part: { ...html, where: 'In the field of the custom code.' },
    note: routes,
  },
  {
    ...{ value: 'squarespace', label: 'Squarespace', systems: ['squarespace'] },
    steps: [
      'Open Pages, Custom Code, Code Injection. It needs a plan with code injection.',
      'Paste the code into Header and save.',
    ],
    part: { ...html, where: 'In the field Header.' },
  },
  {
    ...{ value: 'webflow', label: 'Webflow', systems: ['webflow'] },
    steps: [
      'Open Site settings, Custom code. It needs a plan for the site.',
      'Paste the code into Head code and save the changes.',
      'Publish the site.',
    ],
    part: { ...html, where: 'In the field Head code.' },
  },
];

/** Applications whose code a developer changes. */
const listFrameworkGuides = (
  html: Omit<SnippetPart, 'where'>,
  tag: ScriptTag,
  ofTrackingPage: (value: string) => SnippetPart,
): InstallGuide[] => [
  {
    ...{ value: 'single-page', label: 'React Router, Vite, Vue', systems: ['react-router'] },
    steps: ['Paste the code into index.html and deploy the site.'],
    part: { ...html, where: 'In the <head> of index.html.' },
    note: `${routes} In a React Router app with app/root.tsx, use the code of Next.js in the <head> of its Layout.`,
  },
  {
    ...{ value: 'next', label: 'Next.js', systems: ['next'] },
    steps: ['Paste the code into the root layout and deploy the site.'],
    part: ofTrackingPage('next'),
    note: routes,
  },
  {
    ...{ value: 'nuxt', label: 'Nuxt', systems: ['nuxt'] },
    steps: ['Add the scripts to the configuration and deploy the site.'],
    part: { ...tracking, where: 'In nuxt.config.ts.', code: toNuxtConfig(tag) },
    note: routes,
  },
  {
    ...{ value: 'angular', label: 'Angular', systems: ['angular'] },
    steps: ['Paste the code into src/index.html and deploy the site.'],
    part: { ...html, where: 'In the <head> of src/index.html.' },
    note: routes,
  },
];

const toNuxtConfig = ({ src, data }: ScriptTag): string => `export default defineNuxtConfig({
  app: {
    head: {
      script: [
        { innerHTML: '${trackingStub}' },
        { src: '${src}', defer: true, ${data.map(({ name, value }) => `'data-${name}': '${value}'`).join(', ')} },
      ],
    },
  },
});`;

/** The guide for what a check of the site recognized; the first for everything else. */
export const findGuide = (guides: readonly InstallGuide[], system: SiteSystem | undefined) =>
  guides.find(({ systems }) => system !== undefined && systems.includes(system)) ?? guides[0];
