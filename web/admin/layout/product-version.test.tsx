// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataProvider } from '../../api/data-provider.tsx';
import { type ApiServer, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { ProductVersion } from './product-version.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

test('administrators see which version runs', async () => {
  api.json('GET /api/installation', 200, { version: '1.2.3' });
  renderPage('/admin', {
    '/admin': () => (
      <DataProvider>
        <ProductVersion />
      </DataProvider>
    ),
  });
  expect(await screen.findByText('Version 1.2.3')).toBeDefined();
});
