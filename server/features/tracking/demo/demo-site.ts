import type { Weighted } from './random.ts';

/** A shop for which events are invented. */
export interface DemoSite {
  host: string;
  currency: string;
  /** Visitors of an average day in the middle of the period. */
  visitorsPerDay: number;
  /** The amount of a typical order, in units of the currency. */
  typicalOrder: number;
  /** Pages on which visits begin, and which are opened from other pages. */
  pages: Weighted<string>;
  products: Weighted<{ path: string; name: string }>;
}

const aProduct = (slug: string, name: string) => ({ path: `/products/${slug}`, name });

/** The shop that demo data shows for any company. */
export const ordinaryShop: Pick<DemoSite, 'pages' | 'products'> = {
  pages: [
    ['/', 34],
    ['/products', 16],
    ['/products/new', 9],
    ['/products/sale', 8],
    ['/guides', 3],
    ['/guides/how-to-choose', 8],
    ['/guides/care-and-repair', 5],
    ['/blog/behind-the-scenes', 4],
    ['/about', 4],
    ['/delivery-and-returns', 5],
    ['/contact', 3],
  ],
  products: [
    [aProduct('classic', 'Classic'), 12],
    [aProduct('classic-large', 'Classic Large'), 7],
    [aProduct('starter-set', 'Starter Set'), 9],
    [aProduct('gift-box', 'Gift Box'), 6],
    [aProduct('travel', 'Travel'), 4],
    [aProduct('limited-edition', 'Limited Edition'), 3],
  ],
};
