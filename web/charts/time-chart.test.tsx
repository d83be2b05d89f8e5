// @vitest-environment jsdom
import '../testing/jsdom-stubs.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { SampleChart } from '../testing/sample-chart.tsx';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

test('the browser takes over what the server rendered without a change', async () => {
  const errors = vi.spyOn(console, 'error');
  const html = renderToString(<SampleChart />);
  const host = document.createElement('div');
  host.innerHTML = html;
  document.body.append(host);
  const drawing = host.querySelector('svg[preserveAspectRatio]');
  expect(drawing?.querySelectorAll('path').length).toBeGreaterThan(4);
  const recoverable: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(host, <SampleChart />, { onRecoverableError: (error) => recoverable.push(error) }),
  );
  expect(recoverable).toEqual([]);
  expect(errors).not.toHaveBeenCalled();
  // The nodes are those of the server.
  expect(host.querySelector('svg[preserveAspectRatio]')).toBe(drawing);
  // Only then the table for screen readers is built.
  expect(html).not.toContain('<table');
  expect(screen.getByRole('table', { name: 'Revenue Trend' })).toBeDefined();
  act(() => root.unmount());
  errors.mockRestore();
});

test('the headline compares the present day with the same time of a week before', () => {
  render(<SampleChart />);
  const region = screen.getByRole('region', { name: 'Revenue Trend' });
  expect(region.textContent).toContain('Revenue per day, less refunds');
  expect(region.textContent).toContain(
    '$1,745+8.4%so far todaycompared with vs. $1,610 · last Monday by 12:40',
  );
});

test('keys read each value, and the drawing marks it', () => {
  render(<SampleChart />);
  const slider = screen.getByRole('slider', { name: 'Revenue Trend, value by value' });
  expect(slider.getAttribute('aria-valuetext')).toMatch(
    /^\$1,745, so far today; \+8\.4%, compared with \$1,610/,
  );
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  expect(slider.getAttribute('aria-valuetext')).toBe('$900, day 2; compared with $1,000, day −5');
  fireEvent.keyDown(slider, { key: 'Home' });
  expect(slider.getAttribute('aria-valuenow')).toBe('1');
  fireEvent.keyDown(slider, { key: 'Escape' });
  expect(slider.getAttribute('aria-valuenow')).toBe('3');
});
