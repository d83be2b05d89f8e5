import { withChanges } from '../../contract/site/changes.ts';
import { type Product, toProducts } from '../../contract/site/products.ts';
import { siteSettings } from './site-settings.ts';

export const products = (): Product[] => toProducts(siteSettings().products);

/** One of the specification's products with the agency's changes. A page that needs one does not load the others. */
export const asSold = (product: Product): Product =>
  withChanges<Product>(product, siteSettings().products?.[product.id]);
