// Without a browser's globals: rendering must not need them.
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SampleChart } from '../testing/sample-chart.tsx';

test('a server without a window, a document or a clock renders the whole chart', () => {
  expect(typeof document).toBe('undefined');
  const html = renderToString(<SampleChart />);
  expect(html).toContain('preserveAspectRatio="none"');
  expect(html).toContain('Revenue per day, less refunds');
  expect(html).toContain('last Monday by 12:40');
  expect(html).toBe(renderToString(<SampleChart />));
});
