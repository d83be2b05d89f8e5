import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { staticPaths } from '../../../../contract/public/pages.ts';
import { deriveTheme } from '../../../../contract/site/colours/derive-theme.ts';
import { typefaceIds } from '../../../../contract/site/typefaces.ts';
import { anSvg, sizeOfPng } from '../../../testing/pictures.ts';
import { Drawing } from '../drawing/drawing.ts';
import { type DrawnBrand, type SocialCard, socialMotifs } from '../drawing/drawing-jobs.ts';
import { openOutlines } from '../drawing/outlines.ts';
import { toDrawable, toLines, toShortenedLines, widthOf } from '../drawing/text-lines.ts';
import { readLogo } from '../logos/logo.ts';
import { drawSocialCard, toSocialMotif } from './social-card.ts';

const drawing = new Drawing({ maxJobMs: 60_000, maxStartMs: 100_000 });
afterAll(() => drawing.close());

const aCard = (card: Partial<DrawnBrand & SocialCard> = {}): DrawnBrand & SocialCard => ({
  name: 'Peel',
  logo: undefined,
  theme: deriveTheme({ accent: '#ff6a00' }),
  typeface: 'nunito',
  title: 'Predictive Analytics',
  description: 'Forecasts with their uncertainty drawn in.',
  motif: 'analytics',
  ...card,
});
const draw = (card?: Partial<DrawnBrand & SocialCard>) => drawSocialCard(drawing, aCard(card));

test.each(socialMotifs)('a card with the motif %s has the size of social networks', async (motif) => {
  expect(sizeOfPng(await draw({ motif }))).toEqual({ width: 1200, height: 630 });
});

test('the same card is the same picture, and every part of it changes the picture', async () => {
  const logo = await readLogo(drawing, anSvg('<circle cx="5" cy="5" r="4"/>'));
  const wordmark = await readLogo(drawing, anSvg('<rect width="60" height="10"/>', 'viewBox="0 0 60 10"'));
  const original = await draw();
  expect((await draw()).equals(original)).toBe(true);
  const others = [
    { name: 'Northlight' },
    { title: 'Other' },
    { description: '' },
    { motif: 'clock' as const },
    { typeface: 'source-serif-4' as const },
    { theme: deriveTheme({ accent: '#7a1f2b' }) },
    { logo },
    { logo: wordmark },
  ];
  for (const other of others)
    expect((await draw(other)).equals(original), JSON.stringify(Object.keys(other))).toBe(false);
});

test.each([
  ['long', 'A title without an end '.repeat(40)],
  ['one long word', 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5)],
  ['markup', '</path><script>alert(1)</script> &amp; "quoted"'],
  ['Chinese', '漢字漢字'],
  ['Hebrew', 'שלום עולם'],
  ['Cyrillic and Greek', 'Привет Ελλάδα'],
  ['emoji', '🦊👩‍👩‍👧'],
  ['combining marks', `Z${'\u0301'.repeat(500)}a`],
  ['controls', '\u0000\u202e\u2066\ud800x'],
  ['nothing', ''],
  ['a megabyte', 'word '.repeat(200_000)],
])('text that is %s is drawn as far as possible', async (_, text) => {
  expect(sizeOfPng(await draw({ title: text, description: text, name: text }))).toEqual({
    width: 1200,
    height: 630,
  });
});

test('letters that no typeface has are left out, and a text without most of its letters is not drawn', () => {
  const outlines = openOutlines('instrument-sans', 600);
  expect(toDrawable('Peel 漢', outlines)).toBe('Peel');
  expect(toDrawable('漢字 ab', outlines)).toBe('');
  expect(toDrawable('Привет', outlines)).toBe('Привет');
  expect(toDrawable('  a\n\tb  ', outlines)).toBe('a b');
});

test('no line is longer than its space, and lines are of similar length', () => {
  const setting = {
    outlines: openOutlines('source-serif-4', 600),
    size: 66,
    tracking: -0.016,
    maxWidth: 640,
  };
  const text = 'Websites that load at once, read well, and sell';
  const lines = toLines(text, setting, 3) ?? [];
  const widths = lines.map((line) => widthOf(line, setting));
  expect(lines.join(' ')).toBe(text);
  // Words are measured alone, without the kerning next to spaces.
  expect(Math.max(...widths)).toBeLessThanOrEqual(645);
  expect(Math.min(...widths)).toBeGreaterThan(300);
  expect(toLines(text.repeat(4), setting, 3)).toBeUndefined();
  const shortened = toShortenedLines(text.repeat(4), setting, 2);
  expect(shortened).toHaveLength(2);
  expect(shortened[1]).toMatch(/\w…$/);
});

test.each(typefaceIds)('%s has outlines in the weights of headings and texts', (id) => {
  for (const weight of [400, 600, 700] as const) {
    const { width, path } = openOutlines(id, weight).draw('AVAZ', { size: 100 });
    expect(width).toBeGreaterThan(150);
    expect(path).toMatch(/^M[\d.\s-]+[MLQCZ\d.\s-]+Z$/);
  }
});

test('products have the drawings of the pages', () => {
  const pages = readFileSync(new URL('../../../../web/ui/product-icon.tsx', import.meta.url), 'utf8');
  const own = readFileSync(new URL('./motifs.ts', import.meta.url), 'utf8');
  const paths = [...pages.matchAll(/(?:ink|light): '([^']+)'/g)].map(([, path = '']) => path);
  expect(paths).toHaveLength(8);
  for (const path of paths) expect(own).toContain(`'${path}'`);
});

test('every page has a motif', () => {
  const motifs = new Set(staticPaths.map(toSocialMotif));
  expect(toSocialMotif('/solutions/design')).toBe('design');
  expect(toSocialMotif('/privacy-policy')).toBe('lines');
  expect(toSocialMotif('/unknown')).toBe('curve');
  expect(motifs.size).toBeGreaterThan(6);
});
