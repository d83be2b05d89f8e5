// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import MetricsHelpScreen from './metrics-help-screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  resetPage();
});

test('a link of another page leads to the explanation of its metric', async () => {
  const shown: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
    shown.push(this.id);
  });
  const router = renderPage('/', { '/': () => <p>Portal</p>, '/help/metrics': MetricsHelpScreen });
  await screen.findByText('Portal');
  await router.navigate('/help/metrics#bounce-rate');
  await screen.findByRole('heading', { level: 3, name: 'Bounce rate' });
  await waitFor(() => expect(shown).toContain('bounce-rate'));
});
