import { pageMeta } from '../ui/page-meta.ts';
import { analytics } from './solution/analytics.tsx';
import { SolutionPage } from './solution/solution-page.tsx';

export const meta = () =>
  pageMeta({ title: analytics.product.title, description: analytics.product.description });

export default function AnalyticsScreen() {
  return <SolutionPage solution={analytics} />;
}
