// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { toast as sonner } from 'sonner';
import { afterEach, expect, test, vi } from 'vitest';
import { resetPage } from '../../testing/render-page.tsx';
import { carryToast, showCarriedToast } from './carried-toast.ts';
import { toast } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  resetPage();
});

/** Shows the next document: what the one before it rendered is gone, what it stored is not. */
async function openNextDocument() {
  // The library of the toasts keeps them as long as its module is loaded, here longer than a document.
  sonner.dismiss();
  await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeNull());
  cleanup();
  render(<ToastHost />);
  showCarriedToast();
}

test('a carried toast is shown at once, and again on the next document', async () => {
  render(<ToastHost />);
  carryToast('Access granted');
  await screen.findByText('Access granted');

  await openNextDocument();
  await screen.findByText('Access granted');
  expect(sessionStorage.length).toBe(0);

  await openNextDocument();
  toast.message('Nothing was carried');
  await screen.findByText('Nothing was carried');
  expect(screen.queryByText('Access granted')).toBeNull();
});

test('a carried toast is not shown by a document that is opened much later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  render(<ToastHost />);
  carryToast('Signed in');
  await screen.findByText('Signed in');
  vi.setSystemTime(Date.now() + 21_000);

  await openNextDocument();
  toast.message('It was too long ago');
  await screen.findByText('It was too long ago');
  expect(screen.queryByText('Signed in')).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test('a toast is shown at once where storage is denied', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  render(<ToastHost />);
  carryToast('Saved');
  await screen.findByText('Saved');
});

test('an unreadable stored toast is left out', async () => {
  for (const stored of ['{', '"text"', '[1, 2]', 'null']) {
    sessionStorage.setItem('site.toast', stored);
    expect(showCarriedToast).not.toThrow();
  }
});
