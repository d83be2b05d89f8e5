// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { resetPage } from '../../testing/render-page.tsx';
import { openSettings, savedSettings, serveSettings, showVersion } from '../../testing/settings-builders.ts';
import { signedInManager } from '../../testing/signed-in-accounts.ts';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  serveSettings(api);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

test('fields that were never changed show the specification, and nothing is there to save', async () => {
  await openSettings();
  expect((await field('Name')).value).toBe('Northlight');
  expect((await field('Opens')).value).toBe('09:00');
  expect(screen.getByText('Nothing was changed yet: the site shows the original.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByText('Reset to the original')).toBeNull();
});

test('only changed fields are sent, and the saved values replace what was typed', async () => {
  const { user } = await openSettings();
  await user.clear(await field('Name'));
  await user.type(await field('Name'), 'Fjord');
  await user.click(screen.getByRole('link', { name: 'Products and prices' }));
  const [usd] = await screen.findAllByLabelText<HTMLInputElement>('Price in USD');
  if (usd) await user.clear(usd);
  if (usd) await user.type(usd, '1,250.5');
  expect(screen.getByText('2 fields changed')).toBeDefined();
  api.handle('PUT /api/settings', (_, response) =>
    sendJson(
      response,
      200,
      showVersion(api, 1, {
        brand: { name: 'Fjord' },
        products: { chatbots: { prices: { usd: 125_050, gbp: 79_000 } } },
      }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Settings saved')).toBeDefined();
  expect(savedSettings(api)).toEqual({
    version: 0,
    settings: {
      brand: { name: 'Fjord' },
      products: { chatbots: { prices: { usd: 125_050, gbp: 79_000 } } },
    },
  });
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.getByText(/^Version 1, saved by ada@agency.test/)).toBeDefined();
  expect((await screen.findAllByLabelText<HTMLInputElement>('Price in USD'))[0]?.value).toBe('1,250.50');
});

test('a changed field shows the original and is reset to it', async () => {
  showVersion(api, 3, { brand: { name: 'Fjord' } });
  const { user } = await openSettings();
  expect((await field('Name')).value).toBe('Fjord');
  expect(screen.getByText('Original: Northlight')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Reset to the original: Name' }));
  expect((await field('Name')).value).toBe('Northlight');
  expect(screen.getByText('1 field changed')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect((await field('Name')).value).toBe('Fjord');
  expect(screen.queryByText('1 field changed')).toBeNull();
});

test('an error of another section opens that section and gets the focus', async () => {
  const { user, router } = await openSettings();
  await user.clear(await field('Email address'));
  await user.type(await field('Email address'), 'nowhere');
  await user.click(screen.getByRole('link', { name: /^Payments/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const email = await field('Email address');
  await waitFor(() => expect(document.activeElement).toBe(email));
  expect(screen.getByText('Please enter a valid email address')).toBeDefined();
  expect(router.state.location.search).toBe('?section=contact');
  expect(api.count('PUT /api/settings')).toBe(0);
  await user.type(email, '@agency.test');
  expect(screen.queryByText('Please enter a valid email address')).toBeNull();
});

test('a field that the server refuses has its message', async () => {
  const { user } = await openSettings();
  await user.type(await field('Promise'), ' sk_live_51Habcdefgh');
  api.handle('PUT /api/settings', (_, response) =>
    sendJson(response, 400, {
      error: {
        code: 'invalid-request',
        message: 'This looks like a secret key.',
        field: 'settings.brand.promise',
      },
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This looks like a secret key.')).toBeDefined();
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('brand.promise'));
});

test('a colour that cannot be read is refused while it is chosen, and replaced by the nearest one', async () => {
  const { user } = await openSettings('look');
  const accent = await field('Accent colour');
  expect(accent.value).toBe('#009b78');
  await user.clear(accent);
  await user.type(await field('Accent colour'), 'ffff66');
  expect(await screen.findByText(/^#ffff66 is too pale/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Use #/ }));
  expect((await field('Accent colour')).value).toMatch(/^#[0-9a-f]{6}$/);
  expect(screen.queryByText(/is too pale/)).toBeNull();
  expect(screen.getByRole('figure', { name: 'Light theme' })).toBeDefined();
  expect(screen.getByRole('figure', { name: 'Dark theme' })).toBeDefined();
});

test('a new currency demands a price of every product', async () => {
  const { user } = await openSettings('products');
  await user.selectOptions(await field('Add a currency'), 'eur');
  expect(screen.getByText('Euro added. Enter a price in EUR for 4 products below.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText('Please enter a price in EUR, such as 1,000.00.')).toHaveLength(4);
  const prices = screen.getAllByLabelText<HTMLInputElement>('Price in EUR');
  await waitFor(() => expect(document.activeElement).toBe(prices[0]));
  for (const price of prices) await user.type(price, '900');
  api.handle('PUT /api/settings', (_, response) => sendJson(response, 200, showVersion(api, 1, {})));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Settings saved');
  const sent = savedSettings(api);
  expect(sent.settings.currencies).toEqual(['usd', 'gbp', 'eur']);
  expect(sent.settings.products?.design?.prices).toEqual({ usd: 100_000, gbp: 79_000, eur: 90_000 });
});

test('a price that may be one or a thousand is not saved, and the message shows how a thousand is written', async () => {
  const { user } = await openSettings('products');
  const [price] = await screen.findAllByLabelText<HTMLInputElement>('Price in USD');
  if (!price) throw new Error('no field');
  await user.clear(price);
  await user.type(price, '1.000');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/999,999\.99, such as 1,000\.00 for a thousand\.$/)).toBeDefined();
  expect(price.value).toBe('1.000');
  expect(api.count('PUT /api/settings')).toBe(0);
});

test('entries of a list are moved, removed and put back', async () => {
  const { user } = await openSettings('texts');
  const list = () =>
    within(screen.getByRole('group', { name: /^Figures on the home page/ }))
      .getAllByRole('group', { name: /./ })
      .map((each) => each.querySelector('legend')?.textContent);
  await screen.findByText('500+ projects delivered', { selector: 'span' });
  await user.click(screen.getByRole('button', { name: 'Move 98% client satisfaction up' }));
  expect(list()).toEqual(['98% client satisfaction', '500+ projects delivered', '24/7 AI support']);
  expect(screen.getByText('98% client satisfaction is now 1 of 3')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remove 500+ projects delivered' }));
  expect(list()).toEqual(['98% client satisfaction', '24/7 AI support']);
  const undo = screen.getByRole('button', { name: 'Undo' });
  await waitFor(() => expect(document.activeElement).toBe(undo));
  await user.click(undo);
  expect(list()).toEqual(['98% client satisfaction', '500+ projects delivered', '24/7 AI support']);
});

test('a question is added with its answer', async () => {
  const { user } = await openSettings('texts');
  await user.click(await screen.findByRole('button', { name: 'Add a question' }));
  const question = await field('Question');
  await waitFor(() => expect(document.activeElement).toBe(question));
  await user.type(question, 'How long?');
  await user.type(await field('Answer'), 'Two weeks.');
  api.handle('PUT /api/settings', (_, response) => sendJson(response, 200, showVersion(api, 1, {})));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Settings saved');
  expect(savedSettings(api).settings).toEqual({
    questions: [{ question: 'How long?', answer: 'Two weeks.' }],
  });
});

test('the built-in legal text is used until another one is written', async () => {
  const { user } = await openSettings('legal');
  expect(await screen.findAllByText('The built-in text is in use.')).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Write your own text: Terms of service' }));
  await user.type(await field('Terms of service: your text'), '## Scope');
  expect(screen.getByText('1 field changed')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Use the original text: Terms of service' }));
  expect(screen.getAllByText('The built-in text is in use.')).toHaveLength(3);
  expect(screen.queryByText('1 field changed')).toBeNull();
});

test('leaving asks first while something is not saved, and sections are changed without asking', async () => {
  const { user, router } = await openSettings();
  await user.type(await field('Name'), ' & Co');
  await user.click(screen.getByRole('link', { name: 'Mails' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Mails' })).toBeDefined();
  await user.click(
    within(screen.getByRole('navigation', { name: 'Admin' })).getByRole('link', { name: 'Team' }),
  );
  expect(await screen.findByRole('heading', { name: 'Leave without saving?' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.pathname).toBe('/admin/settings');
  await router.navigate(-1);
  expect(await screen.findByRole('heading', { level: 2, name: 'Name and contact' })).toBeDefined();
  expect((await field('Name')).value).toBe('Northlight & Co');
});

test('a manager does not see the settings', async () => {
  api.json('GET /api/me', 200, signedInManager);
  await openSettings();
  expect(await screen.findByRole('heading', { name: 'This page is not part of your role' })).toBeDefined();
  expect(api.count('GET /api/settings')).toBe(0);
});
