import { usualBrand } from '../../../contract/site/brand.ts';
// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatbots, type ProductChanges, productIds } from '../../../contract/site/products.ts';
import { asSold } from '../../site/products.ts';
import { readSiteSettingsWith } from '../../site/site-settings.ts';
import { structuredData } from '../../structured-data.ts';
import { type ApiServer, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { findCurrency } from './browser-currency.ts';
import ProductsScreen from './products-screen.tsx';
import { PurchasePanel } from './purchase-panel.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(window, 'open').mockReturnValue(null);
});
afterEach(async () => {
  readSiteSettingsWith(() => ({ brand: usualBrand }));
  resetPage();
  vi.restoreAllMocks();
  await api.close();
});

const createPayment = 'POST /api/create-payment';
const openPanel = () => renderPage('/', { '/': () => <PurchasePanel product={asSold(chatbots)} /> });
const sellAt = (products: ProductChanges) => readSiteSettingsWith(() => ({ brand: usualBrand, products }));
const allAt = (prices: Record<string, number>): ProductChanges =>
  Object.fromEntries(productIds.map((id) => [id, { prices }]));
const chosen = () =>
  screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.parentElement?.textContent;

test('a product shows its prices in the order of the settings, and they are what it is sold in', () => {
  sellAt({ chatbots: { title: 'Answers', prices: { eur: 92_050, jpy: 150_000, usd: 100_000 } } });
  openPanel();
  expect(screen.getByText('€920.50')).toBeDefined();
  expect(screen.getByText('or ¥150,000')).toBeDefined();
  expect(screen.getByText('or $1,000')).toBeDefined();
  expect(screen.getByText('Answers, one-time purchase')).toBeDefined();
  const labels = screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent);
  expect(labels).toEqual(['Euros', 'Japanese yen', 'US dollars']);
});

test('one currency is not asked for', () => {
  sellAt(allAt({ chf: 90_000 }));
  renderPage('/products', { '/products': ProductsScreen });
  expect(screen.getAllByText('CHF 900')).toHaveLength(4);
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByText(/the currency you choose/)).toBeNull();
});

test('the sentence about all prices names them only if they are the same for each product', () => {
  renderPage('/products', { '/products': ProductsScreen });
  expect(
    screen.getByText(/^All prices are one-time: \$1,000 or £790 for each product, without/),
  ).toBeDefined();
  resetPage();
  sellAt({ design: { prices: { usd: 200_000, gbp: 150_000 } } });
  renderPage('/products', { '/products': ProductsScreen });
  expect(screen.getByText(/^All prices are one-time, without a subscription\. You pay/)).toBeDefined();
});

test.each([
  ['en-GB', ['usd', 'gbp'], 'gbp'],
  ['cy-GB', ['usd', 'gbp'], 'gbp'],
  ['en-US', ['usd', 'gbp'], 'usd'],
  ['en', ['usd', 'gbp'], 'usd'],
  ['', ['usd', 'gbp'], 'usd'],
  ['de-DE', ['usd', 'gbp'], 'usd'],
  ['de-DE', ['usd', 'gbp', 'eur'], 'eur'],
  ['de-CH', ['eur', 'chf'], 'chf'],
  ['zh-Hant-HK', ['usd', 'hkd'], 'hkd'],
  ['en-GB', ['eur'], 'eur'],
  ['en-GB', [], undefined],
] as const)('a browser in %s pays in one of %j: %s', (language, currencies, expected) => {
  expect(findCurrency(currencies, language)).toBe(expected);
});

test('the currency of the browser is chosen before the visitor chooses', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('fr-FR');
  sellAt({ chatbots: { prices: { usd: 100_000, eur: 90_000 } } });
  openPanel();
  expect(chosen()).toBe('Euros');
});

test('a purchase names the price of the page, and a change of it is explained', async () => {
  const user = userEvent.setup();
  const message = 'The price has changed to €990.00. Reload the page to buy at this price.';
  sellAt({ chatbots: { prices: { usd: 100_000, eur: 92_050 } } });
  api.error(createPayment, 409, 'price-changed', message);
  openPanel();
  await user.click(screen.getByRole('radio', { name: 'Euros' }));
  await user.type(screen.getByLabelText('Your email'), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Purchase Now' }));
  expect(await screen.findByText(message)).toBeDefined();
  await waitFor(() => expect(api.requests).toEqual([createPayment]));
  expect(JSON.parse(api.bodies[0] ?? '')).toEqual({
    priceId: 'price_chatbots',
    customerEmail: 'ada@example.com',
    currency: 'eur',
    expectedAmount: 92_050,
  });
});

test('search engines get an offer for each currency', () => {
  const offers = () => JSON.stringify(structuredData('/solutions/chatbots', 'https://agency.example'));
  expect(offers()).toMatch(
    /"priceCurrency":"USD","price":"1000\.00".*"priceCurrency":"GBP","price":"790\.00"/,
  );
  sellAt({ chatbots: { prices: { jpy: 150_000 } } });
  expect(offers()).toContain('"priceCurrency":"JPY","price":"150000"');
  expect(offers()).not.toContain('USD');
});
