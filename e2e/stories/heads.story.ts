import { listedPaths, pages } from '../../contract/public/pages.ts';
import { expect, openPageWithoutScripts, test } from './story.ts';

interface Head {
  title: string;
  canonicals: string[];
  metas: Record<string, string>;
  data: string[];
}

const readHead = () => {
  const metas: Record<string, string> = {};
  for (const meta of document.querySelectorAll('meta')) {
    const name = meta.getAttribute('property') ?? meta.name;
    if (name) metas[name] = meta.content;
  }
  return {
    title: document.title,
    canonicals: [...document.querySelectorAll('link[rel="canonical"]')].map(
      (link) => link.getAttribute('href') ?? '',
    ),
    metas,
    data: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      (script) => script.textContent ?? '',
    ),
  };
};

test('every page has metadata for search engines and link previews', async ({ browser, northlight }) => {
  const plain = await openPageWithoutScripts(browser);
  const heads: Head[] = [];
  for (const { path, render, hidden } of pages) {
    if (render !== 'static') continue;
    await plain.goto(northlight.url + path);
    const head = await plain.evaluate(readHead);
    heads.push(head);
    expect(head.canonicals, path).toEqual([northlight.url + path]);
    expect(head.metas['og:url'], path).toBe(northlight.url + path);
    expect(head.metas['twitter:card'], path).toBe('summary_large_image');
    expect(head.metas['og:description'], path).toBe(head.metas.description);
    expect(head.metas.robots, path).toBe(hidden ? 'noindex' : undefined);
    expect(() => JSON.parse(head.data[0] ?? ''), path).not.toThrow();
    const image = await plain.request.get(head.metas['og:image'] ?? '');
    expect([image.status(), image.headers()['content-type']], path).toEqual([200, 'image/png']);
  }
  for (const read of [
    (head: Head) => head.title,
    (head: Head) => head.metas.description,
    (head: Head) => head.metas['og:image'],
  ]) {
    expect(new Set(heads.map(read)).size).toBe(heads.length);
  }
});

test('structured data has the same prices as the page', async ({ browser, northlight }) => {
  const plain = await openPageWithoutScripts(browser);
  await plain.goto(`${northlight.url}/products`);
  const { data } = await plain.evaluate(readHead);
  const graph: { '@type': string; offers?: { price: string; priceCurrency: string }[] }[] = JSON.parse(
    data[0] ?? '',
  )['@graph'];
  const offered = graph.filter((node) => node['@type'] === 'Product').map((node) => node.offers);
  expect(offered).toHaveLength(4);
  for (const offers of offered) {
    expect(offers?.map(({ price, priceCurrency }) => `${price} ${priceCurrency}`)).toEqual([
      '1000.00 USD',
      '790.00 GBP',
    ]);
  }
});

test('navigating within the site updates the canonical link and leaves only one', async ({
  page,
  northlight,
}) => {
  await page.goto(northlight.url);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Testimonials' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Testimonials' })).toBeVisible();
  await expect
    .poll(async () => (await page.evaluate(readHead)).canonicals)
    .toEqual([`${northlight.url}/testimonials`]);
});

test('the sitemap lists every public page and the icons exist at their well-known paths', async ({
  request,
  northlight,
}) => {
  const robots = await (await request.get(`${northlight.url}/robots.txt`)).text();
  expect(robots).toContain(`Sitemap: ${northlight.url}/sitemap.xml`);
  const sitemap = await (await request.get(`${northlight.url}/sitemap.xml`)).text();
  for (const path of listedPaths) expect(sitemap).toContain(`<loc>${northlight.url}${path}</loc>`);
  const manifest: { icons: { src: string }[] } = await (
    await request.get(`${northlight.url}/site.webmanifest`)
  ).json();
  for (const src of [...manifest.icons.map((icon) => icon.src), '/apple-touch-icon.png']) {
    expect((await request.get(northlight.url + src)).status(), src).toBe(200);
  }
});
