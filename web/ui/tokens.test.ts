import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Theme = 'light' | 'dark';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const pattern = /--([\w-]+): light-dark\(oklch\(([^)]*)\), oklch\(([^)]*)\)\)/g;
const tokens = new Map(
  [...css.matchAll(pattern)].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
);

/** Björn Ottosson's OKLab to linear sRGB, then the relative luminance of WCAG. */
function luminance(name: string, theme: Theme): number {
  const [lightness = 0, chroma = 0, hue = 0] = (tokens.get(name)?.[theme] ?? '').split(' ').map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: Theme): number {
  const pair = [luminance(one, theme), luminance(other, theme)].sort((x, y) => y - x);
  return ((pair[0] ?? 0) + 0.05) / ((pair[1] ?? 0) + 0.05);
}

const papers = ['surface', 'surface-raised', 'surface-sunken'];
const washes = ['live-wash', 'bar', 'warn-wash', 'danger-wash'];
const themes: Theme[] = ['light', 'dark'];

const texts = [
  ...[...papers, ...washes].flatMap((paper) => [
    ['ink', paper],
    ['ink-soft', paper],
  ]),
  ...papers.flatMap((paper) => [
    ['live', paper],
    ['warn', paper],
    ['danger', paper],
  ]),
  ['live', 'live-wash'],
  ['warn', 'warn-wash'],
  ['danger', 'danger-wash'],
  ['action-ink', 'action'],
  ['action-ink', 'action-hover'],
];

const drawings = [
  ...papers.flatMap((paper) => [
    ['line-strong', paper],
    ['focus', paper],
    ['live-dot', paper],
  ]),
  ['live-dot', 'live-wash'],
  ...[1, 2, 3, 4, 5].map((n) => [`chart-${n}`, 'surface-raised']),
];

test('every colour has a light and a dark value', () => {
  expect(tokens.size).toBe((css.match(/light-dark\(/g) ?? []).length);
  expect(tokens.size).toBeGreaterThan(20);
});

test.each(themes.flatMap((theme) => texts.map(([ink = '', paper = '']) => ({ theme, ink, paper }))))(
  '$theme: text in $ink on $paper has a contrast of 4.5',
  ({ theme, ink, paper }) => {
    expect(contrast(ink, paper, theme)).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(themes.flatMap((theme) => drawings.map(([shape = '', paper = '']) => ({ theme, shape, paper }))))(
  '$theme: $shape on $paper has a contrast of 3',
  ({ theme, shape, paper }) => {
    expect(contrast(shape, paper, theme)).toBeGreaterThanOrEqual(3);
  },
);
