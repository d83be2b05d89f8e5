import { afterAll, expect, test } from 'vitest';
import { deriveTheme } from '../../../../contract/site/colours/derive-theme.ts';
import { anSvg, aPng, sizeOfPng } from '../../../testing/pictures.ts';
import { toInitials } from '../drawing/brand-look.ts';
import { Drawing } from '../drawing/drawing.ts';
import type { DrawnBrand } from '../drawing/drawing-jobs.ts';
import { toImageElement, toSvg } from '../drawing/image-element.ts';
import { renderSample } from '../drawing/raster.ts';
import { drawIcons } from './icons.ts';
import { readLogo } from './logo.ts';

const drawing = new Drawing({ maxJobMs: 60_000, maxStartMs: 100_000 });
afterAll(() => drawing.close());

const aBrand = (brand: Partial<DrawnBrand> = {}): DrawnBrand => ({
  name: 'Harbour & Finch Legal',
  logo: undefined,
  theme: deriveTheme({ accent: '#7a1f2b' }),
  typeface: 'source-serif-4',
  ...brand,
});

/** The colour at a point of a square picture, whose edges are 0 and 1. */
function colourAt(picture: Uint8Array, x: number, y: number, kind: 'svg' | 'png' = 'png'): number[] {
  const size = { width: 64, height: 64 };
  const place = { x: 0, y: 0, ...size };
  const svg =
    kind === 'svg'
      ? Buffer.from(picture).toString()
      : toSvg(size, toImageElement({ kind, content: picture }, place));
  const pixels = renderSample(svg, size);
  const start = (Math.round(y * 63) * 64 + Math.round(x * 63)) * 4;
  return [...pixels.slice(start, start + 4)];
}

const paper = [251, 250, 247, 255];
const burgundy = [122, 31, 43, 255];

test('every icon has its size', async () => {
  const icons = await drawIcons(drawing, aBrand());
  expect(sizeOfPng(icons['icon-192.png'])).toEqual({ width: 192, height: 192 });
  expect(sizeOfPng(icons['icon-512.png'])).toEqual({ width: 512, height: 512 });
  expect(sizeOfPng(icons['icon-maskable-512.png'])).toEqual({ width: 512, height: 512 });
  expect(sizeOfPng(icons['apple-touch-icon.png'])).toEqual({ width: 180, height: 180 });
});

test('the corners are round, except where the system rounds them', async () => {
  const icons = await drawIcons(drawing, aBrand());
  expect(colourAt(icons['icon-512.png'], 0, 0)[3]).toBe(0);
  expect(colourAt(icons['icon-maskable-512.png'], 0, 0)).toEqual(burgundy);
  expect(colourAt(icons['apple-touch-icon.png'], 0, 0)).toEqual(burgundy);
});

test('without a logo, an icon shows the first letters of the name as outlines', async () => {
  const icons = await drawIcons(drawing, aBrand());
  const svg = Buffer.from(icons['icon.svg']).toString();
  expect(svg).toContain('fill="#7a1f2b"');
  expect(svg).not.toMatch(/<text|font|Harbour/);
  expect(colourAt(icons['icon.svg'], 0.5, 0.1, 'svg')).toEqual(burgundy);
});

test.each([
  ['Harbour & Finch Legal', 'HF'],
  ['northlight', 'N'],
  ["O'Brien-Smith", 'OS'],
  ['Żółw Studio', 'ŻS'],
  ['ßtudio', 'S'],
  ['42 Street', '4S'],
  ['— & —', ''],
])('the first letters of %s are %s', (name, expected) => {
  expect(toInitials(name)).toBe(expected);
});

test.each(['漢字', '🦊', '', '\u202e<script>', '\ud800'])(
  'a name that cannot be drawn has icons, too: %j',
  async (name) => {
    const icons = await drawIcons(drawing, aBrand({ name }));
    expect(Buffer.from(icons['icon.svg']).toString()).not.toContain('<script');
    expect(colourAt(icons['icon-512.png'], 0.5, 0.1)).toEqual(burgundy);
  },
);

test('a logo is drawn on paper, with the share of the edge that the product has', async () => {
  const logo = await readLogo(drawing, anSvg('<rect width="10" height="10" fill="#00f"/>'));
  const icons = await drawIcons(drawing, aBrand({ logo }));
  for (const [file, inside, outside] of [
    ['icon-512.png', 0.17, 0.11],
    ['icon-maskable-512.png', 0.28, 0.22],
    ['apple-touch-icon.png', 0.22, 0.16],
  ] as const) {
    expect(colourAt(icons[file], inside, 0.5), file).toEqual([0, 0, 255, 255]);
    expect(colourAt(icons[file], outside, 0.5), file).toEqual(paper);
  }
  expect(colourAt(icons['icon.svg'], 0.5, 0.5, 'svg')).toEqual([0, 0, 255, 255]);
});

test('a PNG logo keeps its shape and its colours', async () => {
  const logo = await readLogo(drawing, aPng({ width: 400, height: 200, toColour: () => [0, 160, 0, 255] }));
  const icons = await drawIcons(drawing, aBrand({ logo }));
  expect(colourAt(icons['icon-192.png'], 0.5, 0.5)).toEqual([0, 160, 0, 255]);
  expect(colourAt(icons['icon-192.png'], 0.5, 0.25)).toEqual(paper);
});

test('a logo that is too long for a square is replaced by the first letters', async () => {
  const logo = await readLogo(
    drawing,
    anSvg('<rect width="60" height="10" fill="#00f"/>', 'viewBox="0 0 60 10"'),
  );
  const icons = await drawIcons(drawing, aBrand({ logo }));
  expect(colourAt(icons['icon-maskable-512.png'], 0, 0)).toEqual(burgundy);
});
