import { expect, test } from 'vitest';
import { listIsolated, toPlotData } from './plot-data.ts';

const series = { values: [1, 2, 3], ghost: [4, 5], unfinished: 2 };

test('the unfinished bar is a separate series', () => {
  expect(toPlotData('bars', series)).toEqual([
    [0, 1, 2],
    [4, 5, null],
    [1, 2, null],
    [null, null, 3],
    [null, null, null],
  ]);
});

test('many compared bars are a line over the others', () => {
  const many = Array.from({ length: 70 }, () => 1);
  const [, outlines, , , overlay] = toPlotData('bars', { values: many, ghost: many, unfinished: null });
  expect([outlines[0], overlay[0]]).toEqual([null, 1]);
});

test('the unfinished segment of a line begins at the bucket before', () => {
  expect(toPlotData('line', series)[3]).toEqual([null, 2, 3]);
  expect(toPlotData('line', { ...series, unfinished: null })[3]).toEqual([null, null, null]);
  expect(toPlotData('line', { values: [7], ghost: null, unfinished: 0 })[3]).toEqual([7]);
});

test('bars without height have no outline', () => {
  const data = toPlotData('bars', { values: [1, 0], ghost: [0, 2], unfinished: 1 });
  expect([data[1], data[3]]).toEqual([
    [null, 2],
    [null, null],
  ]);
});

test('a longer compared period is cut, a shorter one has gaps', () => {
  expect(toPlotData('bars', { values: [1], ghost: [2, 3], unfinished: null })[1]).toEqual([2]);
  expect(toPlotData('bars', { values: [1, 2], ghost: null, unfinished: null })[1]).toEqual([null, null]);
});

test('values between gaps are points', () => {
  expect(listIsolated([1, null, 2, 3, null, 4])).toEqual([0, 5]);
  expect(listIsolated([])).toEqual([]);
});
