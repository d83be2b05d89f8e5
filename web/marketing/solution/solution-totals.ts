import type { Product } from '../../../contract/site/products.ts';
import { products } from '../../site/products.ts';

interface SolutionTotal {
  product: Product;
  unit: string;
  live: number;
  inBuild: number;
  /** Must apply to all of them, live or in build, because the page shows it after their sum. */
  note: string;
}

type Figures = Omit<SolutionTotal, 'product'>;

const figures: Record<Product['id'], Figures> = {
  chatbots: { unit: 'chatbots', live: 44, inBuild: 4, note: 'for shops, clinics and campuses' },
  analytics: { unit: 'forecasts', live: 32, inBuild: 4, note: 'of demand, churn and prices' },
  automation: { unit: 'workflows', live: 53, inBuild: 4, note: 'from order to invoice' },
  design: { unit: 'sites', live: 23, inBuild: 5, note: 'for shops, bakeries and clinics' },
};

export const totals = (): SolutionTotal[] =>
  products().map((product) => ({ product, ...figures[product.id] }));

export const countSolutions = ({ live, inBuild }: Figures) => live + inBuild;

const sum = (read: (total: Figures) => number) =>
  Object.values(figures).reduce((whole, total) => whole + read(total), 0);

export const totalStats = [
  { value: String(sum(countSolutions)), label: 'solutions' },
  { value: String(sum((total) => total.live)), label: 'live today' },
  { value: String(sum((total) => total.inBuild)), label: 'in build' },
  { value: '99.95%', label: 'of the last 90 days available' },
];
