import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkAccent, checkNeutral } from './check-colours.ts';
import { fitIntoSrgb, hueDistance, toHex, toOklch } from './colour-space.ts';
import { deriveTheme } from './derive-theme.ts';

const anyHex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test.each(['#7a1f2b', '#FF6A00', '#0b1f4b', '#0f8a76', '#000000', '#e91e63'])(
  'the accent %s can be used',
  (accent) => {
    expect(checkAccent(accent)).toEqual({ isUsable: true, colour: accent.toLowerCase() });
  },
);

test.each(['#ffff66', '#ffffff', '#ffc107', '#bff7e8'])('the accent %s is too pale', (accent) => {
  const check = checkAccent(accent);
  expect(check).toMatchObject({ isUsable: false, reason: 'too-pale' });
  expect(check).toHaveProperty('message', expect.stringContaining(accent));
});

test.each([
  'url(https://x.test)',
  'var(--ink)',
  '#12345',
  '#1234567',
  '#gggggg',
  'rgb(0 0 0)',
  '\u0000#123456',
  '#12345６',
])('%j is no colour', (text) => {
  expect(checkAccent(text)).toMatchObject({ isUsable: false, reason: 'malformed' });
  expect(checkNeutral(text)).toMatchObject({ isUsable: false, reason: 'malformed' });
});

test('a proposed accent can be used, is darker and has the same hue', () => {
  fc.assert(
    fc.property(anyHex, fc.option(anyHex, { nil: undefined }), (accent, neutral) => {
      const check = checkAccent(accent, { neutral });
      if (check.isUsable || check.reason === 'malformed') return check.isUsable;
      expect(checkAccent(check.nearest, { neutral })).toEqual({ isUsable: true, colour: check.nearest });
      const [chosen, nearest] = [toOklch(accent), toOklch(check.nearest)];
      expect(nearest.l).toBeLessThan(chosen.l);
      // Eight bits of each channel say little about the hue of a grey.
      if (nearest.c > 0.05) expect(hueDistance(nearest.h, chosen.h)).toBeLessThan(4);
      return true;
    }),
    { numRuns: 200 },
  );
});

test('a proposed neutral can be used, and as light as the chosen one', () => {
  fc.assert(
    fc.property(anyHex, (neutral) => {
      const check = checkNeutral(neutral);
      if (check.isUsable || check.reason === 'malformed') return check.isUsable;
      expect(checkNeutral(check.nearest)).toEqual({ isUsable: true, colour: check.nearest });
      expect(toOklch(check.nearest).l).toBeCloseTo(toOklch(neutral).l, 1);
      return true;
    }),
    { numRuns: 200 },
  );
});

test.each(['#008d88', '#00ff90', '#07ffdc', '#d4eb05', '#01f92c'])(
  '%s at the edge of sRGB is shown exactly',
  (hex) => {
    expect(toHex(fitIntoSrgb(toOklch(hex)))).toBe(hex);
  },
);

test('every colour is shown exactly', () => {
  fc.assert(
    fc.property(anyHex, (hex) => toHex(fitIntoSrgb(toOklch(hex))) === hex),
    { numRuns: 5000 },
  );
});

test('an accent that can be used is drawn as chosen in one theme', () => {
  fc.assert(
    fc.property(anyHex, (accent) => {
      if (!checkAccent(accent).isUsable) return;
      const { light, dark } = deriveTheme({ accent });
      expect([toHex(light['live-dot']), toHex(dark['live-dot'])]).toContain(accent);
    }),
    { numRuns: 300 },
  );
});

test('what is darker than a usable accent of the same hue can be used, too', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 359 }), (h) => {
      const usable = [0.95, 0.85, 0.75, 0.65, 0.55, 0.45].map(
        (l) => checkAccent(toHex({ l, c: 0.05, h })).isUsable,
      );
      expect(usable).toEqual([...usable].sort());
    }),
    { numRuns: 60 },
  );
});
