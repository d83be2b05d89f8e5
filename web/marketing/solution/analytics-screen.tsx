import { analytics } from '../../../contract/site/products.ts';
import { asSold } from '../../site/products.ts';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AnalyticsDemo } from './analytics.tsx';
import { SolutionPage } from './solution-page.tsx';

const lead = 'What will probably happen, how certain that is, and how accurate the last forecast was.';

const stats = [
  { value: '4', label: 'modules up to date' },
  { value: '1.2 M', label: 'rows read each night' },
  { value: '5.0%', label: 'mean error, last 90 days' },
  { value: '81%', label: 'of weeks inside the range' },
];

export const meta = () => {
  const { title, description } = asSold(analytics);
  return pageMeta({ title, description });
};

export default function AnalyticsScreen() {
  return (
    <SolutionPage product={asSold(analytics)} lead={lead} stats={stats}>
      <AnalyticsDemo />
    </SolutionPage>
  );
}
