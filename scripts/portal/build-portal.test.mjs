import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { deferPortalScripts } from './build-portal.mjs';

const built = `<!doctype html>
<html lang="en">
  <head>
    <script>early()</script>
    <title>Company portal</title>
    <script type="module" crossorigin src="/assets/entry00.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react00.js">
    <link rel="modulepreload" crossorigin href="/assets/parts00.js">
    <link rel="stylesheet" crossorigin href="/assets/portal-1234567.css">
  </head>
  <body>
    <div id="portal"><!--content--></div>
    <!--data-->
    <!--late-->
  </body>
</html>
`;

/**
 * Runs the script that the page has before its late answers, and returns what it added to the head, and what the browser
 * would run before the next paint and after it.
 * @param {string} html
 * @param {{ hidden?: boolean }} [options]
 */
function runLoader(html, { hidden = false } = {}) {
  const [, script = ''] = /<script>((?:(?!<script>).)*)<\/script><!--late-->/s.exec(html) ?? [];
  /** @type {Record<string, unknown>[]} */
  const added = [];
  /** @type {(() => void)[]} */
  const beforePaint = [];
  /** @type {(() => void)[]} */
  const later = [];
  let failures = 0;
  runInNewContext(script, {
    document: {
      hidden,
      createElement: (/** @type {string} */ name) => ({ name }),
      head: { append: (/** @type {Record<string, unknown>} */ element) => added.push(element) },
    },
    requestAnimationFrame: (/** @type {() => void} */ run) => beforePaint.push(run),
    setTimeout: (/** @type {() => void} */ run) => later.push(run),
    sitePage: {
      showFailure: () => {
        failures += 1;
      },
    },
  });
  return { added, beforePaint, later, countFailures: () => failures };
}

const scripts = [
  { name: 'link', rel: 'modulepreload', href: '/assets/react00.js' },
  { name: 'link', rel: 'modulepreload', href: '/assets/parts00.js' },
  { name: 'script', type: 'module', async: true, src: '/assets/entry00.js' },
];

test('the page names no script that the browser would load before its first paint', () => {
  const html = deferPortalScripts(built);
  expect(html).not.toMatch(/<script[^>]+src=|modulepreload" /);
  // Everything else stays, in its place.
  for (const part of ['<script>early()</script>', '<link rel="stylesheet"', '<!--content-->', '<!--data-->'])
    expect(html).toContain(part);
  expect(html.indexOf('/assets/entry00.js')).toBeGreaterThan(html.indexOf('<!--data-->'));
});

test('the scripts are loaded after the first paint', () => {
  const { added, beforePaint, later } = runLoader(deferPortalScripts(built));
  expect(added).toEqual([]);
  for (const run of beforePaint) run();
  expect(added).toEqual([]);
  for (const run of later) run();
  expect(added).toMatchObject(scripts);
});

test('the scripts of a hidden tab, which paints nothing, are loaded at once', () => {
  expect(runLoader(deferPortalScripts(built), { hidden: true }).added).toMatchObject(scripts);
});

test('a script that cannot be loaded shows a notice', () => {
  const { added, countFailures } = runLoader(deferPortalScripts(built), { hidden: true });
  const onerror = added.find(({ name }) => name === 'script')?.onerror;
  expect(countFailures()).toBe(0);
  if (typeof onerror === 'function') onerror();
  expect(countFailures()).toBe(1);
});

test('a page that is built in another way is refused', () => {
  expect(() => deferPortalScripts(built.replace('type="module"', 'type="text/javascript"'))).toThrow(
    'in an unexpected way',
  );
  expect(() => deferPortalScripts(built.replace('<!--late-->', ''))).toThrow('in an unexpected way');
});
