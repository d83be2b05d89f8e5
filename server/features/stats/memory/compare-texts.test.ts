import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts } from './compare-texts.ts';

test('texts are in the order of their code points', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'z', 'é', '\uD7FF', '\uE000', '\uFFFD', '😀', '𐀀'),
    maxLength: 4,
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      // The bytes of UTF-8 are in the order of the code points.
      const expected = Buffer.compare(Buffer.from(a), Buffer.from(b));
      expect(Math.sign(compareTexts(a, b))).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});
