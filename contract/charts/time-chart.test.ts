import { expect, test } from 'vitest';
import { integerSteps } from './scales.ts';
import { drawTimeChart } from './time-chart.ts';

const month = Array.from({ length: 31 }, (_, day) => (day * 37) % 400);
const options = {
  kind: 'line',
  series: { values: month, ghost: [...month.slice(3), null, null, null], unfinished: null },
  valueSteps: integerSteps,
  labels: {
    value: (value: number) => `${value}`,
    axis: (index: number) => `${index + 1} Oct`,
    isMajor: () => false,
  },
  ...{ width: 500, height: 160, fontSize: 8 },
} as const;

test('a chart with its axes stays within its picture', () => {
  const { plot, geometry, valueLabels, bucketLabels } = drawTimeChart(options);
  expect(plot.left + plot.width).toBeLessThan(500);
  expect(plot.top + plot.height).toBeLessThan(160);
  expect(valueLabels.map(({ text }) => text)).toEqual(['0', '100', '200', '300', '400']);
  for (const { x, y } of valueLabels) {
    expect(x).toBeLessThan(plot.left);
    expect(y).toBeGreaterThanOrEqual(plot.top);
    expect(y).toBeLessThanOrEqual(plot.top + plot.height);
  }
  for (const { text, x, y } of bucketLabels) {
    const half = (text.length * 0.617 * 8) / 2;
    expect(x - half).toBeGreaterThanOrEqual(0);
    expect(x + half).toBeLessThanOrEqual(500);
    expect(y).toBeLessThan(160);
  }
  expect(geometry.line).toMatch(/^M[\d.]+ [\d.]+L/);
  expect(geometry.ghostLine).not.toBe('');
});

test('labels of buckets do not overlap, however wide they are', () => {
  for (const characterWidth of [3, 6, 12]) {
    const measure = (text: string) => text.length * characterWidth;
    const { bucketLabels } = drawTimeChart({ ...options, measure });
    expect(bucketLabels.length).toBeGreaterThan(1);
    for (const [index, label] of bucketLabels.slice(1).entries()) {
      const before = bucketLabels[index];
      expect(label.x - measure(label.text) / 2).toBeGreaterThan(
        (before?.x ?? 0) + measure(before?.text ?? '') / 2,
      );
    }
  }
});

test('a label is below the point of its bucket', () => {
  const { plot, geometry, bucketLabels } = drawTimeChart(options);
  for (const { index, x } of bucketLabels)
    expect(x).toBeCloseTo(plot.left + geometry.pointAt(index, 0)[0], 6);
});

test('a chart without values has axes and no line', () => {
  const series = { values: [], ghost: null, unfinished: null };
  const { geometry, bucketLabels, valueLabels } = drawTimeChart({ ...options, series });
  expect([geometry.line, bucketLabels]).toEqual(['', []]);
  expect(valueLabels.length).toBeGreaterThan(0);
});

test('a picture that is too small for its labels has an area all the same', () => {
  expect(drawTimeChart({ ...options, width: 10, height: 10 }).plot).toMatchObject({ width: 1, height: 1 });
});
