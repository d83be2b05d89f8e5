// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { SiteHeader } from './site-header.tsx';

const links = [
  ['Products', '/products'],
  ['Solutions', '/solutions'],
  ['Industries', '/industries'],
  ['Testimonials', '/testimonials'],
  ['Contact', '/contact'],
  ['Company Portal', '/company-access'],
];

beforeEach(() => {
  renderPage('/products', { '/products': SiteHeader, '/contact': SiteHeader });
});
afterEach(resetPage);

test('the navigation bar links to every main page and marks the current one', () => {
  const nav = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(nav.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    links,
  );
  expect(nav.getByRole('link', { current: 'page' }).textContent).toBe('Products');
  const start = screen.getAllByRole('link', { name: 'Get Started' });
  expect(start[0]?.getAttribute('href')).toBe('/dashboard');
});

test('the menu of small screens opens, navigates and closes', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  const menu = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Menu' });
  expect(menu.open).toBe(true);
  await user.click(within(menu).getByRole('link', { name: 'Contact' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
