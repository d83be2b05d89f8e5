import { pageMeta } from '../ui/page-meta.ts';
import { automation } from './solution/automation.tsx';
import { SolutionPage } from './solution/solution-page.tsx';

export const meta = () =>
  pageMeta({ title: automation.product.title, description: automation.product.description });

export default function AutomationScreen() {
  return <SolutionPage solution={automation} />;
}
