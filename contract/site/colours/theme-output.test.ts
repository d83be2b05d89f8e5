import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultTheme } from './default-tokens.ts';
import { deriveTheme } from './derive-theme.ts';
import { toMailColours, toManifestColours, toThemeCss } from './theme-output.ts';

const anyHex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('the style sheet contains only tokens and numbers', () => {
  fc.assert(
    fc.property(anyHex, anyHex, (accent, neutral) => {
      const css = toThemeCss(deriveTheme({ accent, neutral }));
      const colour = String.raw`oklch\((?:0|1|0\.\d{1,5}) (?:0|0\.\d{1,5}) \d{1,3}(?:\.\d{1,3})?\)`;
      expect(css).toMatch(
        new RegExp(
          `^:root:root,\\.night\\.night\\{(?:--[a-z0-9-]+:light-dark\\(${colour},${colour}\\);?)+\\}$`,
        ),
      );
      expect(css.length).toBeLessThan(2200);
    }),
    { numRuns: 100 },
  );
});

test('an accent alone changes no neutral colour', () => {
  const css = toThemeCss(deriveTheme({ accent: '#7a1f2b' }));
  expect(css).toContain('--live-dot:');
  expect(css).not.toContain('--surface:');
  expect(css).not.toContain('--ink:');
});

test('a style sheet that follows another theme has what differs from it', () => {
  const [own, base] = [deriveTheme({ accent: '#7a1f2b' }), deriveTheme({ accent: '#ff6a00' })];
  expect(toThemeCss(own, own)).toBe('');
  // The base has changed it, the own theme has not.
  expect(toThemeCss(own)).not.toContain('--chart-3:');
  expect(toThemeCss(own, base)).toContain('--chart-3:');
});

test('mails have the colours they always had, unless others are chosen', () => {
  expect(toMailColours(defaultTheme())).toMatchObject({
    light: {
      surface: '#fbfaf7',
      raised: '#fffefd',
      ink: '#111928',
      soft: '#525a67',
      line: '#e0ded8',
      dot: '#009b78',
    },
    dark: {
      surface: '#0d131e',
      raised: '#141b29',
      ink: '#ecf1f5',
      soft: '#a6b1bc',
      line: '#2a3241',
      dot: '#3ae7b4',
    },
  });
  expect(toMailColours(deriveTheme({ accent: '#7a1f2b' })).light.dot).toBe('#7a1f2b');
});

test('browsers paint their bars in the colour of the pages', () => {
  expect(toManifestColours(defaultTheme())).toEqual({
    light: { themeColour: '#fbfaf7', background: '#fbfaf7' },
    dark: { themeColour: '#0d131e', background: '#0d131e' },
  });
});
