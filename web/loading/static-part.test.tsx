// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { staticPart } from './static-part.tsx';

test('a part whose page is left while its script is loading is on the next page', async () => {
  let load = (_: ComponentType) => {};
  const loading = new Promise<ComponentType>((resolve) => {
    load = resolve;
  });
  const Footer = staticPart('footer', () => loading);
  const page = (path: string) => (
    <MemoryRouter>
      <Footer key={path} />
    </MemoryRouter>
  );
  const { container, rerender } = await act(async () => render(page('/products')));
  expect(container.textContent).toBe('');
  await act(async () => rerender(page('/contact')));
  await act(async () => load(() => <p>Terms of Service</p>));
  expect(container.textContent).toBe('Terms of Service');

  // The next page has its HTML without the script.
  const html = container.innerHTML;
  await act(async () => rerender(page('/')));
  expect(container.innerHTML).toBe(html);
  cleanup();
});
