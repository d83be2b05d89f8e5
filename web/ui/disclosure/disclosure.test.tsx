// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Disclosure } from './disclosure.tsx';

test('a panel that was opened before the scripts loaded has its content', async () => {
  const menu = (
    <Disclosure isLazy label="More">
      {() => 'Keyboard shortcuts'}
    </Disclosure>
  );
  const page = document.body.appendChild(document.createElement('main'));
  page.innerHTML = renderToString(menu);
  expect(page.textContent).toBe('More');
  const toggled = new Promise((resolve) => {
    page.querySelector('details')?.addEventListener('toggle', resolve);
  });
  screen.getByText('More').click();
  await toggled;
  const root = await act(async () => hydrateRoot(page, menu));
  expect(page.textContent).toBe('MoreKeyboard shortcuts');
  await act(async () => root.unmount());
  page.remove();
});
