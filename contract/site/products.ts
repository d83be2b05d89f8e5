import { type Changes, withChanges } from './changes.ts';
import type { PurchaseCurrency } from './purchase-currencies.ts';

/**
 * The products: pages show them, and the server reads their prices here. Amounts are in the smallest unit of
 * their currency, so that no sum is a fraction. Without zod, because every page with a price loads this file.
 */
export type Prices = Readonly<Partial<Record<PurchaseCurrency, number>>>;

export interface Product {
  id: 'chatbots' | 'analytics' | 'automation' | 'design';
  title: string;
  description: string;
  path: `/solutions/${string}`;
  /** Our id of the price. The server maps it to a price of the payment provider. */
  priceId: string;
  /** In the smallest unit of each currency. Products are sold in exactly these. */
  prices: Prices;
  /** In the order of `featureTopics`, so that products can be compared line by line. */
  features: readonly [string, string, string, string, string];
}

export type ProductId = Product['id'];

export const featureTopics = [
  'You get',
  'It connects to',
  'It is built from',
  'You see',
  'It is live',
] as const;

const prices: Prices = { usd: 100_000, gbp: 79_000 };

export const chatbots: Product = {
  id: 'chatbots',
  title: 'AI Chatbots',
  description: 'Conversations that answer, sell, and hand over to a person when it matters.',
  path: '/solutions/chatbots',
  priceId: 'price_chatbots',
  prices,
  features: [
    'One assistant that answers day and night, in twelve languages',
    'Web chat, email and your help desk, in one inbox',
    'Your own pages, manuals and past tickets',
    'Every conversation, rated and searchable',
    'Within two weeks, with hand-over to your team rehearsed',
  ],
};

export const analytics: Product = {
  id: 'analytics',
  title: 'Predictive Analytics',
  description: 'Forecasts with their uncertainty drawn in, from the data you already have.',
  path: '/solutions/analytics',
  priceId: 'price_analytics',
  prices,
  features: [
    'Forecasts of sales, demand and churn, twelve weeks ahead',
    'Your shop, your CRM and the spreadsheets in between',
    'Two years of your own history, checked for gaps first',
    'Every forecast with its likely range, and how the last one did',
    'First forecast within ten working days',
  ],
};

export const automation: Product = {
  id: 'automation',
  title: 'Automation Systems',
  description: 'Workflows that run while your team does the work only people can do.',
  path: '/solutions/automation',
  priceId: 'price_automation',
  prices,
  features: [
    'Six workflows, designed, built and handed over',
    'Mail, calendars, accounts and anything with an API',
    'The steps your team takes today, written down together',
    'Every run, its result, and a reason whenever one stops',
    'First workflow within a week, the rest within five',
  ],
};

export const design: Product = {
  id: 'design',
  title: 'Smart Web Design',
  description: 'Web sites that load at once, read well, and sell.',
  path: '/solutions/design',
  priceId: 'price_design',
  prices,
  features: [
    'Up to twelve pages, designed and built for you alone',
    'Your domain, your checkout and your newsletter',
    'What your visitors look for, then words, then pictures',
    'A live analytics portal from the first visitor on',
    'Within four weeks, accessible to WCAG 2.2 AA',
  ],
};

/** The specification's products. */
export const usualProducts: Readonly<Record<ProductId, Product>> = {
  chatbots,
  analytics,
  automation,
  design,
};

export const productIds = [
  'chatbots',
  'analytics',
  'automation',
  'design',
] as const satisfies readonly ProductId[];

/** The fields of a product that the agency can change. */
export type ProductChange = Changes<Pick<Product, 'title' | 'description' | 'features' | 'prices'>>;

export type ProductChanges = Changes<Record<ProductId, ProductChange>>;

const toProduct = (id: ProductId, changes: ProductChanges | undefined): Product =>
  withChanges<Product>(usualProducts[id], changes?.[id]);

export const toProducts = (changes: ProductChanges | undefined): Product[] =>
  productIds.map((id) => toProduct(id, changes));
