import { describe, expect, test } from 'vitest';
import type { SiteFinding } from '../../../../contract/company/site-check.ts';
import { trackingStub, trackingStubTag } from '../../../../contract/tracking-stub.ts';
import type { BlockerAnswer } from '../blockers/block-lists.ts';
import { scanPage } from './scan-page.ts';
import {
  type CheckedCompany,
  findSiteFindings,
  listTrackedRequests,
  type ScriptAnswer,
} from './site-findings.ts';
import { isSinglePageApp, recognizeSystem } from './site-system.ts';
import { findTrackingTags } from './tracking-tag.ts';

const id = '0191d5f0-7a3b-7c1e-9f00-0123456789ab';
const otherId = '0191d5f0-7a3b-7c1e-9f00-0123456789ac';
const origins = ['https://agency.example'];
const tag = `<script defer src="https://agency.example/t.js" data-company="${id}"></script>`;
const stubHash = /'(sha256-[^']+)'/;

interface Given {
  url?: string;
  status?: number;
  headers?: Record<string, string>;
  company?: Partial<CheckedCompany>;
  script?: ScriptAnswer;
  blockers?: BlockerAnswer;
  names?: { script: string; endpoint: string };
}

function check(html: string, given: Given = {}): SiteFinding[] {
  const {
    url = 'https://shop.example/',
    status = 200,
    headers = {},
    script = { is: 'ours' },
    blockers,
  } = given;
  const { names = { script: '/t.js', endpoint: '/api/track-analytics' } } = given;
  const code = { origins, scriptPaths: [names.script, '/t.js'] };
  const scanned = scanPage(html);
  const system = recognizeSystem(html, scanned);
  const tags = findTrackingTags(scanned, new URL(url), code);
  const page = {
    ...{ scanned, system, tags, isSinglePageApp: isSinglePageApp(html, system) },
    file: { url, redirects: [], status, headers, body: html },
    script: tags.length > 0 ? script : undefined,
    blockers,
  };
  const company = {
    ...{ id, hasHost: (host: string) => /^(www\.)?shop\.example$/.test(host) },
    ...{ hasHashRouting: false, isReceiving: false, orders: { ofPages: 0, ofServers: 0 }, ...given.company },
  };
  return findSiteFindings(page, company, { newest: '3.0.0', names });
}

const codes = (findings: SiteFinding[]) => findings.map(({ code: found }) => found);
const inHead = (content: string) =>
  `<!doctype html><html><head>${content}</head><body><p>Hello</p></body></html>`;
const wellInstalled = ['tag-found', 'script-reachable', 'version-current'];

test('a page with the code in its head passes', () => {
  const findings = check(inHead(trackingStubTag + tag));
  expect(codes(findings)).toEqual(wellInstalled);
  expect(findings[0]).toEqual({
    code: 'tag-found',
    level: 'passed',
    details: { url: 'https://agency.example/t.js', place: 'head' },
  });
});

test.each([
  ['a single quote and no defer', `<script src='https://agency.example/t.js' data-company='${id}'></script>`],
  ['upper case', `<SCRIPT SRC="https://agency.example/t.js" DATA-COMPANY="${id.toUpperCase()}"></SCRIPT>`],
  ['an address without a scheme', `<script src="//agency.example/t.js" data-company="${id}"></script>`],
  ['a path of the site itself', `<script src="/stats/t.js" data-company="${id}"></script>`],
  ['the switches in the query', `<script src="https://agency.example/t.js?company=${id}&amp;hash"></script>`],
  [
    'a base address',
    `<base href="https://agency.example/"><script src="t.js" data-company="${id}"></script>`,
  ],
])('the code is recognized with %s', (_what, html) => {
  expect(codes(check(inHead(html)))).toEqual(wellInstalled);
});

test.each([
  ['nothing', '', ['tag-missing'], {}],
  ['a comment', `<!-- ${tag} -->`, ['tag-missing'], {}],
  ['noscript', `<noscript>${tag}</noscript>`, ['tag-missing'], {}],
  ['a template', `<template>${tag}</template>`, ['tag-missing'], {}],
  ['a text', `<textarea>${tag}</textarea>`, ['tag-missing'], {}],
  [
    'the text of a script',
    `<script>document.write('${tag.replace('</script>', '<\\/script>')}')</script>`,
    ['tag-missing'],
    {},
  ],
  ['a script of another product', '<script src="https://other.example/t.js"></script>', ['tag-missing'], {}],
  ['a company of others', tag.replace(id, otherId), ['tag-wrong-company'], { found: otherId }],
  ['no company', '<script src="https://agency.example/t.js"></script>', ['tag-without-company'], {}],
] as const)('a page with %s in place of the code', (_what, html, expected, details) => {
  const findings = check(inHead(html));
  expect(codes(findings)).toEqual(expected);
  expect(findings[0]?.details).toMatchObject(details);
  expect(findings[0]?.level).toBe('problem');
});

test('the code of this company counts also next to one of another', () => {
  const findings = check(inHead(tag.replace(id, otherId) + tag));
  expect(codes(findings)).toEqual(['tag-twice', ...wellInstalled]);
  expect(findings[0]?.details).toEqual({ count: '2' });
});

test('the code in the body is named', () => {
  expect(codes(check(`<html><head></head><body>${tag}</body></html>`))).toEqual([
    'tag-in-body',
    ...wellInstalled,
  ]);
});

describe('what a check cannot see', () => {
  const manager = '<script>(function(){var j="https://www.googletagmanager.com/gtm.js?id=GTM-1"})()</script>';

  test('a tag manager without the code in the page', () => {
    expect(check(inHead(manager))).toEqual([
      { code: 'tag-unseen', level: 'notice', details: { manager: 'Google Tag Manager', isReceiving: 'no' } },
    ]);
  });

  test('a page without the code of a site whose events arrive', () => {
    expect(check(inHead(''), { company: { isReceiving: true } })).toEqual([
      { code: 'tag-unseen', level: 'notice', details: { isReceiving: 'yes' } },
    ]);
  });

  test('an application whose scripts may add the code', () => {
    expect(check('<div id="root"></div><script type="module" src="/main.js"></script>')).toEqual([
      { code: 'tag-missing', level: 'problem', details: { system: 'other', mayBeAddedLater: 'yes' } },
    ]);
  });
});

describe('content security policies', () => {
  const header = (policy: string) => ({ headers: { 'content-security-policy': policy } });
  const policyOf = (findings: SiteFinding[]) => findings.find(({ code: found }) => found.startsWith('csp-'));

  test.each([
    "script-src 'self' https://agency.example; connect-src https://agency.example",
    'default-src https:',
    'default-src *',
    'script-src agency.example; connect-src *.example',
    'script-src https://agency.example/t.js; connect-src https://agency.example/api/',
    'script-src-elem https://agency.example; script-src none.example; connect-src https://agency.example:443',
    "img-src 'none'",
    "object-src 'none'; script-src https://*:*; connect-src https:",
  ])('%s allows the script', (policy) => {
    expect(policyOf(check(inHead(tag), header(policy)))).toMatchObject({ code: 'csp-allows' });
  });

  test.each([
    ["script-src 'self'", 'script', "script-src 'self' https://agency.example;"],
    ["connect-src 'none'", 'connect', 'connect-src https://agency.example;'],
    [
      "default-src 'self'",
      'script connect',
      "script-src 'self' https://agency.example; connect-src 'self' https://agency.example;",
    ],
    [
      'script-src-elem https://cdn.example; connect-src agency.example',
      'script',
      'script-src-elem https://cdn.example https://agency.example;',
    ],
    [
      'script-src http://agency.example:8080',
      'script',
      'script-src http://agency.example:8080 https://agency.example;',
    ],
    [
      'script-src https://agency.example/other/',
      'script',
      'script-src https://agency.example/other/ https://agency.example;',
    ],
    ['script-src evil-agency.example', 'script', 'script-src evil-agency.example https://agency.example;'],
    ['script-src *.agency.example', 'script', 'script-src *.agency.example https://agency.example;'],
  ])('%s blocks: %s', (policy, blocks, line) => {
    expect(policyOf(check(inHead(tag), header(policy)))).toEqual({
      code: 'csp-blocks',
      level: 'problem',
      details: { blocks, line },
    });
  });

  test('the lines that are proposed allow the script', () => {
    const proposed =
      policyOf(check(inHead(trackingStubTag + tag), header("default-src 'self'")))?.details.line ?? '';
    expect(proposed).toMatch(stubHash);
    expect(policyOf(check(inHead(trackingStubTag + tag), header(proposed)))).toMatchObject({
      code: 'csp-allows',
    });
  });

  test('the stub alone is blocked without its hash', () => {
    const policy = 'script-src https://agency.example; connect-src https://agency.example';
    const found = policyOf(check(inHead(trackingStubTag + tag), header(policy)));
    const [hash = ''] = found?.details.line?.match(stubHash) ?? [];
    expect(found).toMatchObject({ code: 'csp-blocks-stub', level: 'notice', details: { blocks: 'stub' } });
    for (const allowed of ["'unsafe-inline'", hash])
      expect(
        policyOf(check(inHead(trackingStubTag + tag), header(policy.replace(';', ` ${allowed};`)))),
      ).toMatchObject({
        code: 'csp-allows',
      });
  });

  test('a policy with a nonce needs it in both elements', () => {
    const strict = header("script-src 'nonce-abc' 'strict-dynamic'");
    expect(policyOf(check(inHead(tag), strict))?.details).toMatchObject({
      blocks: 'script',
      needsNonce: 'yes',
    });
    const withNonce = (trackingStubTag + tag).replaceAll('<script', '<script nonce="abc"');
    expect(policyOf(check(inHead(withNonce), strict))).toMatchObject({ code: 'csp-allows' });
  });

  test('a meta element is a policy, and every policy counts', () => {
    const meta = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`;
    expect(policyOf(check(inHead(meta + tag), header('default-src *')))?.details.blocks).toBe('script');
    expect(policyOf(check(inHead(tag), header("default-src *, script-src 'self'")))?.details.blocks).toBe(
      'script',
    );
  });
});

test('the script on the own host of a page is allowed by self', () => {
  const own = `<script src="/stats/t.js" data-company="${id}"></script>`;
  const findings = check(inHead(own), { headers: { 'content-security-policy': "default-src 'self'" } });
  expect(codes(findings)).toContain('csp-allows');
});

test('the endpoint of a chosen name is checked against a policy', () => {
  const names = { script: '/figures.js', endpoint: '/numbers' };
  const policy = { 'content-security-policy': 'connect-src https://agency.example/numbers' };
  const chosen = inHead(tag.replace('/t.js', '/figures.js'));
  const findWith = (html: string) => codes(check(html, { headers: policy, names }));
  expect(findWith(chosen)).toContain('csp-allows');
  expect(findWith(inHead(tag))).toContain('csp-blocks');
});

test.each([
  [{ is: 'failed', failure: 404 } as const, 'script-unreachable', { failure: '404' }],
  [{ is: 'failed', failure: 'no-connection' } as const, 'script-unreachable', { failure: 'no-connection' }],
  [{ is: 'foreign' } as const, 'script-foreign', {}],
])('a script that cannot be used is a problem: %o', (script, found, details) => {
  expect(check(inHead(tag), { script })[0]).toMatchObject({ code: found, level: 'problem', details });
});

test('a page under https cannot load the script under http', () => {
  expect(
    codes(check(inHead(tag.replace('https:', 'http:').replace('agency.example', 'agency.example')))),
  ).toContain('mixed-content');
});

test.each([
  ['/t-3.0.0.js', 'version-current', { version: '3.0.0', follows: 'no' }],
  ['/t-2.2.0.js', 'version-old', { version: '2.2.0', newest: '3.0.0' }],
])('the frozen release %s is %s', (path, found, details) => {
  const findings = check(inHead(tag.replace('/t.js', path)));
  expect(findings.find(({ code: name }) => name === found)?.details).toEqual(details);
});

describe('what holds the script back', () => {
  const consent = '<script id="Cookiebot" src="https://consent.cookiebot.com/uc.js"></script>';

  test('a consent tool is named', () => {
    expect(check(inHead(consent + tag))[0]).toEqual({
      code: 'consent-tool',
      level: 'notice',
      details: { tool: 'Cookiebot' },
    });
  });

  test.each([
    ['type="text/plain" data-cookieconsent="statistics" src'],
    ['type="text/plain" class="optanon-category-C0002" src'],
    ['type="text/plain" data-src'],
  ])('a script with %s waits for consent', (attributes) => {
    const findings = check(inHead(consent + tag.replace('defer src', attributes)));
    expect(codes(findings)).toContain('tag-waits-for-consent');
    expect(codes(findings)).not.toContain('consent-tool');
    expect(findings[0]?.details).toEqual({ tool: 'Cookiebot' });
  });

  test.each([
    ['https://cdn.cookielaw.org/scripttemplates/otSDKStub.js', 'OneTrust'],
    ['https://app.usercentrics.eu/browser-ui/latest/loader.js', 'Usercentrics'],
    ['https://cs.iubenda.com/autoblocking/1.js', 'iubenda'],
    ['https://cdn-cookieyes.com/client_data/1/script.js', 'CookieYes'],
    ['/wp-content/plugins/complianz-gdpr/cookiebanner.js', 'Complianz'],
    ['https://cmp.osano.com/1/2/osano.js', 'Osano'],
    ['https://app.termly.io/resource-blocker/1', 'Termly'],
    ['https://sdk.privacy-center.org/1/loader.js', 'Didomi'],
    ['https://cdn.kiprotect.com/klaro/v0.7/klaro.js', 'Klaro'],
    ['/wp-content/plugins/borlabs-cookie/assets/borlabs-cookie.min.js', 'Borlabs Cookie'],
  ])('%s is %s', (src, tool) => {
    expect(check(inHead(`<script src="${src}"></script>${tag}`))[0]?.details).toEqual({ tool });
  });

  test.each([
    ['type="rocketlazyloadscript" data-rocket-src', 'WP Rocket'],
    ['type="7d1ce4a5ab9d5ec0d5a4e1f2-text/javascript" src', 'Cloudflare Rocket Loader'],
    ['type="litespeed/javascript" data-src', 'LiteSpeed Cache'],
    ['type="pmdelayedscript" src', 'Perfmatters'],
  ])('a script with %s is delayed by %s', (attributes, by) => {
    const findings = check(inHead(tag.replace('defer src', attributes)));
    expect(findings[0]).toMatchObject({ code: 'tag-delayed', details: { by } });
  });
});

describe('applications and orders', () => {
  test('route changes of an application are counted', () => {
    const html = `${inHead(tag)}<script id="__NEXT_DATA__" type="application/json">{}</script>`;
    expect(codes(check(html))).toContain('route-changes-seen');
  });

  test.each([
    [false, 'hash-routing-off'],
    [true, 'route-changes-seen'],
  ])('links to fragments with the setting %s', (hasHashRouting, found) => {
    expect(codes(check(`${inHead(tag)}<a href="#/pricing">`, { company: { hasHashRouting } }))).toContain(
      found,
    );
  });

  test('a shop without orders is named, and reported orders are', () => {
    const shop = `${inHead(tag)}<link href="/wp-content/plugins/woocommerce/a.css">`;
    expect(codes(check(shop))).toContain('orders-missing');
    const orders = { ofPages: 2, ofServers: 1 };
    expect(codes(check(shop, { company: { orders } }))).toEqual([
      ...wellInstalled,
      'orders-from-pages',
      'orders-from-servers',
    ]);
    expect(codes(check(inHead(tag)))).toEqual(wellInstalled);
  });
});

test('a page that is not found shows its status alone', () => {
  expect(check('', { status: 404 })).toEqual([
    { code: 'page-status', level: 'problem', details: { status: '404', url: 'https://shop.example/' } },
  ]);
});

test('a redirect to a host that does not count is a problem', () => {
  const findings = check(inHead(tag), { url: 'https://new-shop.example/' });
  expect(findings[0]).toEqual({
    code: 'page-elsewhere',
    level: 'problem',
    details: { host: 'new-shop.example' },
  });
});

test.each([
  ['<meta name="generator" content="WordPress 6.8">', 'wordpress'],
  ['<link href="/wp-content/themes/a.css">', 'wordpress'],
  ['<link href="/wp-content/plugins/woocommerce/a.css">', 'woocommerce'],
  ['<script src="//cdn.shopify.com/s/files/1.js"></script>', 'shopify'],
  ['<img src="https://static.wixstatic.com/media/1.png">', 'wix'],
  ['<link href="https://static1.squarespace.com/a.css">', 'squarespace'],
  ['<html data-wf-site="1">', 'webflow'],
  ['<script src="/_next/static/chunks/1.js"></script>', 'next'],
  ['<script>window.__reactRouterContext={}</script>', 'react-router'],
  ['<script>window.__NUXT__={}</script>', 'nuxt'],
  ['<app-root ng-version="20.0.0"></app-root>', 'angular'],
  ['<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>', 'tag-manager'],
  ['<p>Hello</p>', 'other'],
] as const)('%s is made with %s', (html, system) => {
  expect(recognizeSystem(html, scanPage(html))).toBe(system);
});

/** The pages are as large as a check reads. A step for each pair of characters would be 10^12, which no test waits for. */
const size = 2_000_000;
test.each([
  ['open elements', '<div>'],
  ['closed elements that were not open', '<a></b>'],
  ['attributes', '<script ', (index: number) => `a${index} `],
  ['roots without an end', '<div id="root" '],
  ['scripts', '<script src=x></script>'],
  ['open comments', '<!--'],
  ['open texts', '<textarea></textare'],
  ['entities', '<script src="', () => '&amp'],
  ['links', '<a href="#/x">'],
  ['policies', '<meta http-equiv=content-security-policy content="script-src', () => ' a.example'],
])('a page of only %s is read to its end', (_what, start, next = () => start) => {
  const parts = [start];
  for (let length = 0, index = 0; length < size; index += 1) {
    const part = next(index);
    parts.push(part);
    length += part.length;
  }
  expect(check(parts.join(''))[0]?.code).toBe('tag-missing');
});

test('the stub of a page is read as it was copied', () => {
  expect(scanPage(trackingStubTag).scripts[0]?.text).toBe(trackingStub);
});

describe('content blockers', () => {
  const request = { url: new URL('https://agency.example/t.js'), type: 'script' } as const;
  const endpoint = { url: new URL('https://agency.example/api/track-analytics'), type: 'xhr' } as const;
  const find = (blockers: BlockerAnswer) =>
    check(inHead(tag), { blockers }).find(({ code }) => code.startsWith('blocker-'));

  test('a rule of one of their lists', () => {
    const blocking = [
      { request, rule: '||agency.example^', list: 'A list' },
      { request: endpoint, rule: '/track-analytics', list: 'Another' },
    ];
    expect(find({ is: 'compared', lists: ['A list', 'Another'], blocking })).toEqual({
      ...{ code: 'blocker-blocks', level: 'problem' },
      details: { blocks: 'script connect', rule: '||agency.example^', list: 'A list' },
    });
  });

  test('no rule of their lists', () => {
    expect(find({ is: 'compared', lists: ['A list', 'Another'], blocking: [] })).toEqual({
      ...{ code: 'blocker-allows', level: 'passed', details: { lists: 'A list\nAnother' } },
    });
  });

  test('no lists', () => {
    expect(find({ is: 'unknown', reason: 'no-lists' })).toEqual({
      ...{ code: 'blocker-unknown', level: 'notice', details: { reason: 'no-lists' } },
    });
  });

  test.each([
    ['/t.js', 'https://agency.example/api/track-analytics?v=3.1.0'],
    ['/t-3.0.0.js', 'https://agency.example/api/track-analytics'],
    ['/t-3.1.0.js', 'https://agency.example/api/track-analytics?v=3.1.0'],
    ['/site-figures.js', 'https://agency.example/figures?v=3.1.0'],
  ])('%s sends its events to %s', (path, expected) => {
    const names = { script: '/site-figures.js', endpoint: '/figures' };
    const [found] = findTrackingTags(
      scanPage(inHead(tag.replace('/t.js', path))),
      new URL('https://shop.example/'),
      { origins, scriptPaths: ['/site-figures.js', '/t.js'] },
    );
    if (!found) throw new Error('no tag was found');
    const [, sent] = listTrackedRequests(found, { newest: '3.1.0', names });
    expect(sent).toEqual({ url: new URL(expected), type: 'xhr' });
  });
});
