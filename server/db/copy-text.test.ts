import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CopyText, type CopyValue } from './copy-text.ts';

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function toField(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N';
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replaceAll(/[\\\t\n\r]/g, (found) => escapes[found] ?? '');
}

const value: fc.Arbitrary<CopyValue> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', '\\', '\t', '\n', '\r', 'ü', '\ud800'), maxLength: 20 }),
  fc.date({ noInvalidDate: true }),
  fc.constantFrom(null, undefined, true, 0, -1.5, -(2n ** 63n)),
  fc.record({ plan: fc.string(), seats: fc.integer() }),
);

const aRow = fc.array(value, { minLength: 1, maxLength: 6 });

test('rows are written in the text format of COPY, however the buffer grows', () => {
  fc.assert(
    fc.property(fc.array(aRow, { minLength: 1, maxLength: 4 }), (rows) => {
      const text = new CopyText(1);
      for (const row of rows) {
        for (const each of row) text.write(each);
        text.endLine();
      }
      const expected = rows.map((row) => `${row.map(toField).join('\t')}\n`).join('');
      // As Node encodes texts: half of a surrogate pair becomes the replacement character.
      expect(text.written).toEqual(Buffer.from(expected));
      expect(text.length).toBe(Buffer.byteLength(expected));
    }),
  );
});

test('an invalid date is refused', () => {
  expect(() => new CopyText().write(new Date(Number.NaN))).toThrow(RangeError);
});
