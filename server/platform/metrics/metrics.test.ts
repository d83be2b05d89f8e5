import { expect, test } from 'vitest';
import { parseMetrics, sumSamples } from '../../testing/parse-metrics.ts';
import { Metrics } from './metrics.ts';
import { toMetricsText } from './metrics-text.ts';

const read = (metrics: Metrics) => parseMetrics(toMetricsText([{ labels: {}, families: metrics.read() }]));

test('a counter, a labeled counter and a gauge return their value at the time of the scrape', () => {
  const metrics = new Metrics();
  const counter = metrics.counter('accepted_total', 'Accepted.');
  const labeled = metrics.labeledCounter('rejected_total', 'Rejected.', 'reason');
  let waiting = 3;
  metrics.gauge('waiting', 'Waiting.', () => waiting);
  counter.count += 2;
  labeled.add('bot');
  labeled.add('bot');
  labeled.add('late', 5);
  expect(sumSamples(read(metrics), 'waiting')).toBe(3);
  waiting = 0;
  const samples = read(metrics);
  expect(sumSamples(samples, 'accepted_total')).toBe(2);
  expect(sumSamples(samples, 'rejected_total', { reason: 'bot' })).toBe(2);
  expect(sumSamples(samples, 'rejected_total')).toBe(7);
  expect(sumSamples(samples, 'waiting')).toBe(0);
});

test('a histogram counts a value in every bucket at or above it, and always in the last one', () => {
  const metrics = new Metrics();
  const histogram = metrics.histogram('seconds', 'Seconds.', [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 1, 30]) histogram.observe(value);
  const samples = read(metrics);
  expect(sumSamples(samples, 'seconds_bucket', { le: '0.1' })).toBe(2);
  expect(sumSamples(samples, 'seconds_bucket', { le: '1' })).toBe(4);
  expect(sumSamples(samples, 'seconds_bucket', { le: '+Inf' })).toBe(5);
  expect(sumSamples(samples, 'seconds_count')).toBe(5);
  expect(sumSamples(samples, 'seconds_sum')).toBeCloseTo(31.65);
});

test('labels and help texts may have quotes, backslashes and line breaks', () => {
  const metrics = new Metrics();
  const odd = 'a"b\\c\nd} 1\n# HELP forged';
  metrics.labeledCounter('odd_total', 'Back\\slash and\nline break', 'what').add(odd);
  expect(read(metrics)).toEqual([{ name: 'odd_total', labels: { what: odd }, value: 1 }]);
});

test('samples of several processes share one header and differ by a label', () => {
  const sources = [1, 2].map((number) => {
    const metrics = new Metrics();
    metrics.counter('accepted_total', 'Accepted.').count += number * 10;
    return { labels: { worker: String(number) }, families: metrics.read() };
  });
  const text = toMetricsText(sources);
  expect(text.match(/# TYPE accepted_total counter/g)).toHaveLength(1);
  expect(parseMetrics(text)).toEqual([
    { name: 'accepted_total', labels: { worker: '1' }, value: 10 },
    { name: 'accepted_total', labels: { worker: '2' }, value: 20 },
  ]);
});
