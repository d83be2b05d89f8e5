import { type Product, type ProductId, toProduct, toProducts } from '../../contract/site/products.ts';
import { siteSettings } from './site-settings.ts';

export const products = (): Product[] => toProducts(siteSettings().products);
export const product = (id: ProductId): Product => toProduct(id, siteSettings().products);
