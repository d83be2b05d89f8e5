import { design } from '../../../contract/site/products.ts';
import { asSold } from '../../site/products.ts';
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

export const meta = () => {
  const { title, description } = asSold(design);
  return pageMeta({ title, description });
};

export default function DesignScreen() {
  return (
    <SolutionPage product={asSold(design)} lead={lead} stats={stats}>
      <DesignDemo />
    </SolutionPage>
  );
}
