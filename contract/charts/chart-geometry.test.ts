import { expect, test } from 'vitest';
import { createGeometry } from './chart-geometry.ts';
import type { ChartSeries } from './chart-series.ts';
import type { ChartKind } from './scales.ts';

const box = { width: 100, height: 100 };
const draw = (kind: ChartKind, series: Partial<ChartSeries> & Pick<ChartSeries, 'values'>) =>
  createGeometry({ kind, series: { ghost: null, unfinished: null, ...series }, valueSteps: [4], box });

// The scale ends at 1.125 times the highest value: at 9 for 8.
test('a line has an area down to zero, and its unfinished end is a separate segment', () => {
  const drawn = draw('line', { values: [8, 4, 8], unfinished: 2 });
  expect(drawn.line).toBe('M16.67 11.11L50 55.56');
  expect(drawn.area).toBe('M16.67 11.11L50 55.56V100H16.67Z');
  expect(drawn.unfinishedLine).toBe('M50 55.56L83.33 11.11');
  expect([drawn.bars, drawn.zero, drawn.unfinishedBar]).toEqual(['', '', null]);
  expect(drawn.grid).toBe('M0 100H100M0 55.56H100M0 11.11H100');
});

test('gaps interrupt a line, and values between gaps are dots', () => {
  const drawn = draw('line', { values: [8, null, 4, 4, null, 8] });
  expect(drawn.line).toBe('M41.67 55.56L58.33 55.56');
  expect(drawn.dots).toBe('M8.33 11.11h0M91.67 11.11h0');
});

test('a single unfinished value has no segment', () => {
  expect(draw('line', { values: [8], unfinished: 0 }).unfinishedLine).toBe('');
});

test('bars begin at zero, without one for zero, and the unfinished one is separate', () => {
  const drawn = draw('bars', { values: [8, 0, 4, 8], unfinished: 3 });
  expect(drawn.bars).toBe('M9.5 100V11.11H15.5V100ZM59.5 100V55.56H65.5V100Z');
  expect(drawn.unfinishedBar).toMatchObject({ left: 84.5, width: 6 });
  expect(draw('bars', { values: [8, 0], unfinished: 1 }).unfinishedBar).toBeNull();
});

test('with negative values zero is a line inside of the drawing', () => {
  const drawn = draw('bars', { values: [8, -8], unfinished: 1 });
  expect(drawn.zero).toBe('M0 50H100');
  expect(drawn.bars).toMatch(/^M22 50V5\.56H28V50Z$/);
  expect(drawn.unfinishedBar).toMatchObject({ top: 50 });
});

test('compared values are a line behind a line, outlines behind bars, and a line over many bars', () => {
  expect(draw('line', { values: [8, 8], ghost: [4, 4] }).ghostLine).toBe('M25 55.56L75 55.56');
  expect(draw('bars', { values: [8], ghost: [4] }).ghostBars).toBe('M46 100V55.56H54V100Z');
  const many = Array.from({ length: 70 }, () => 8);
  const drawn = draw('bars', { values: many, ghost: many });
  expect([drawn.ghostBars, drawn.ghostLine === '']).toEqual(['', false]);
});

test('a longer compared period is cut, a shorter one has gaps', () => {
  expect(draw('bars', { values: [8], ghost: [8, 400] }).scale.high).toBe(9);
  expect(draw('line', { values: [8, 8, 8], ghost: [4, 4, null] }).ghostLine).toBe('M16.67 55.56L50 55.56');
});

test('no buckets are an empty drawing, and the box may have any size', () => {
  expect(draw('line', { values: [] })).toMatchObject({ line: '', area: '', dots: '' });
  const series = { values: [8, 4], ghost: null, unfinished: null };
  const wide = createGeometry({ kind: 'line', series, valueSteps: [4], box: { width: 900, height: 9 } });
  expect(wide.line).toBe('M225 1L675 5');
});
