import { currencyDigits } from '../contract/rules/decimal.ts';
import type { Product } from '../contract/site/products.ts';
import { brand } from './site/brand.ts';
import { products } from './site/products.ts';

/** The schema.org data of a page: the organization, breadcrumbs, products and prices. No sample content. */
export function structuredData(path: string, origin: string): object {
  const sold = products().filter((product) => path === '/products' || path === product.path);
  const graph = [
    ...(path === '/' || path === '/contact' ? [organization(origin)] : []),
    path === '/' ? website(origin) : breadcrumbs(path, origin),
    ...sold.map((product) => toProduct(product, origin)),
  ];
  return { '@context': 'https://schema.org', '@graph': graph };
}

function website(origin: string) {
  const publisher = { '@id': `${origin}/#organization` };
  return { '@type': 'WebSite', name: brand().name, url: `${origin}/`, publisher };
}

function breadcrumbs(path: string, origin: string) {
  const parts = path.slice(1).split('/');
  const steps = parts.map((part, index) => ({
    '@type': 'ListItem',
    position: index + 2,
    name: products().find((product) => product.path.endsWith(`/${part}`))?.title ?? toWords(part),
    item: `${origin}/${parts.slice(0, index + 1).join('/')}`,
  }));
  const home = { '@type': 'ListItem', position: 1, name: brand().name, item: `${origin}/` };
  return { '@type': 'BreadcrumbList', itemListElement: [home, ...steps] };
}

const toWords = (part: string) => part.charAt(0).toUpperCase() + part.slice(1).replaceAll('-', ' ');

function organization(origin: string) {
  return {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: brand().name,
    legalName: brand().legalName,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    email: brand().email,
    telephone: brand().phone,
    address: brand().location,
  };
}

function toProduct(product: Product, origin: string) {
  const offer = (currency: string, amount: number) => ({
    '@type': 'Offer',
    url: origin + product.path,
    priceCurrency: currency,
    price: (amount / 10 ** currencyDigits(currency)).toFixed(currencyDigits(currency)),
    availability: 'https://schema.org/InStock',
    seller: { '@type': 'Organization', name: brand().name },
  });
  return {
    '@type': 'Product',
    name: product.title,
    description: product.description,
    sku: product.id,
    brand: { '@type': 'Brand', name: brand().name },
    image: `${origin}/social/solutions-${product.id}.png`,
    offers: Object.entries(product.prices).map(([currency, amount]) => offer(currency.toUpperCase(), amount)),
  };
}
