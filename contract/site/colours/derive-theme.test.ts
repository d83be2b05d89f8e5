import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hueDistance, type Oklch, toHex, toOklch } from './colour-space.ts';
import { defaultTheme, defaultTokens, themeNames } from './default-tokens.ts';
import { deriveTheme } from './derive-theme.ts';
import { readablePairs } from './readable-pairs.ts';
import { toThemeCss } from './theme-output.ts';

const anyHex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** Björn Ottosson's OKLab to linear sRGB, then the relative luminance of WCAG: computed without the library. */
function luminance({ l: lightness, c: chroma, h: hue }: Oklch): number {
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

/** The same of the eight bits of each channel that a screen shows. */
function shownLuminance(colour: Oklch): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(toHex(colour).slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(front: Oklch, back: Oklch, toLuminance: (colour: Oklch) => number): number {
  const [dark = 0, light = 0] = [toLuminance(front), toLuminance(back)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('the default tokens are those of the style sheet', () => {
  const css = readFileSync(new URL('../../../web/ui/tokens.css', import.meta.url), 'utf8');
  const pattern = /--([\w-]+): light-dark\(oklch\(([^)]*)\), oklch\(([^)]*)\)\)/g;
  const toColour = (text: string) => {
    const [l, c, h] = text.split(' ').map(Number);
    return { l, c, h };
  };
  const written = [...css.matchAll(pattern)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light: toColour(light), dark: toColour(dark) },
  ]);
  expect(defaultTokens).toEqual(Object.fromEntries(written));
});

test('without a choice, the theme is the default one and needs no style sheet', () => {
  expect(deriveTheme({})).toEqual(defaultTheme());
  expect(toThemeCss(deriveTheme({}))).toBe('');
});

test('every pair is readable in both themes, whatever is chosen', () => {
  fc.assert(
    fc.property(
      fc.option(anyHex, { nil: undefined }),
      fc.option(anyHex, { nil: undefined }),
      (accent, neutral) => {
        const theme = deriveTheme({ accent, neutral });
        for (const name of themeNames) {
          for (const { front, backs, contrast } of readablePairs) {
            for (const back of backs) {
              const pair = [theme[name][front], theme[name][back]] as const;
              const smallest = Math.min(contrastOf(...pair, luminance), contrastOf(...pair, shownLuminance));
              const description = `${name}: ${front} on ${back}, ${accent} ${neutral}`;
              // The library's constants have more digits.
              expect.soft(smallest, description).toBeGreaterThanOrEqual(contrast - 0.001);
            }
          }
        }
      },
    ),
    { numRuns: 400 },
  );
});

test('the pairs are those that the test of the style sheet checks', () => {
  const source = readFileSync(new URL('../../../web/ui/tokens.test.ts', import.meta.url), 'utf8');
  const names = new Set(readablePairs.flatMap(({ front, backs }) => [front, ...backs]));
  for (const name of names) if (!name.startsWith('chart-')) expect(source).toContain(`'${name}'`);
});

test('the same colours give the same theme', () => {
  fc.assert(
    fc.property(anyHex, anyHex, (accent, neutral) => {
      expect(deriveTheme({ accent, neutral })).toEqual(
        deriveTheme({ accent: accent.toUpperCase(), neutral }),
      );
    }),
    { numRuns: 50 },
  );
});

test('a readable accent is used exactly as it was chosen', () => {
  expect(toHex(deriveTheme({ accent: '#7a1f2b' }).light['live-dot'])).toBe('#7a1f2b');
  expect(toHex(deriveTheme({ accent: '#ff6a00' }).dark['live-dot'])).toBe('#ff6a00');
  expect(toHex(deriveTheme({ accent: '#1e88e5' }).light['live-dot'])).toBe('#1e88e5');
});

test('colours with a meaning keep a distance from the accent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 359 }), (hue) => {
      const accent = toHex({ l: 0.55, c: 0.09, h: hue });
      const { h } = toOklch(accent);
      const { light } = deriveTheme({ accent });
      for (const name of ['warn', 'danger', 'chart-2', 'chart-3', 'chart-4', 'chart-5'] as const) {
        expect(hueDistance(light[name].h, h), `${name} next to ${accent}`).toBeGreaterThan(19);
      }
      for (const [one, other] of [
        ['chart-2', 'chart-3'],
        ['chart-3', 'chart-5'],
        ['chart-2', 'chart-4'],
        ['warn', 'danger'],
      ] as const) {
        expect(
          hueDistance(light[one].h, light[other].h),
          `${one} and ${other} next to ${accent}`,
        ).toBeGreaterThan(11);
      }
    }),
    { numRuns: 360 },
  );
});

test('danger stays red and a warning yellow or brown', () => {
  for (let hue = 0; hue < 360; hue += 5) {
    const { light } = deriveTheme({ accent: toHex({ l: 0.5, c: 0.1, h: hue }) });
    expect(hueDistance(light.danger.h, 18)).toBeLessThanOrEqual(32);
    expect(hueDistance(light.warn.h, 80)).toBeLessThanOrEqual(22);
  }
});

test.each(['url(#a)', 'var(--x)', '#fff', '#ff6a00aa', 'red', ' #ff6a00', '#ff6a00;}', 'oklch(1 0 0)', ''])(
  'the colour %j is refused',
  (text) => {
    expect(() => deriveTheme({ accent: text })).toThrow(RangeError);
    expect(() => deriveTheme({ neutral: text })).toThrow(RangeError);
  },
);
