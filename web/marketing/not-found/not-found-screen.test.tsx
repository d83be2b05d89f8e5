// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import NotFoundScreen from './not-found-screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  resetPage();
});

test('an unknown URL shows the not-found page, logs its path and links home', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renderPage('/no/such/page', { '/no/such/page': NotFoundScreen });
  expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  expect(logged.mock.calls.flat().join(' ')).toContain('/no/such/page');
});
