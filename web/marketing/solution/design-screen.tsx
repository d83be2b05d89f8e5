import { design as product } from '../../../contract/public/products.ts';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { DesignDemo } from './design.tsx';
import { SolutionPage } from './solution-page.tsx';

const lead =
  'Pages built on what your visitors look for: fast, easy to read, and with live figures from the first day.';

const stats = [
  { value: '3 of 4', label: 'sites live, one in draft' },
  { value: '0.8 s', label: 'median time to load' },
  { value: '99', label: 'mean quality score of 100' },
  { value: '+24%', label: 'enquiries after launch' },
];

export const meta = () => pageMeta({ title: product.title, description: product.description });

export default function DesignScreen() {
  return (
    <SolutionPage product={product} lead={lead} stats={stats}>
      <DesignDemo />
    </SolutionPage>
  );
}
