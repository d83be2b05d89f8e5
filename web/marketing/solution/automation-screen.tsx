import { automation } from '../../../contract/site/products.ts';
import { asSold } from '../../site/products.ts';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AutomationDemo } from './automation.tsx';
import { SolutionPage } from './solution-page.tsx';

const lead =
  'The steps your team repeats every day, done in seconds. Every run is recorded, and it stops with a reason when something is not right.';

const stats = [
  { value: '4 of 5', label: 'workflows running' },
  { value: '2,080', label: 'runs this week' },
  { value: '196 h', label: 'of work saved this week' },
  { value: '99.5%', label: 'completed without help' },
];

export const meta = () => {
  const { title, description } = asSold(automation);
  return pageMeta({ title, description });
};

export default function AutomationScreen() {
  return (
    <SolutionPage product={asSold(automation)} lead={lead} stats={stats}>
      <AutomationDemo />
    </SolutionPage>
  );
}
