import { pageMeta } from '../ui/page-meta.ts';
import { design } from './solution/design.tsx';
import { SolutionPage } from './solution/solution-page.tsx';

export const meta = () => pageMeta({ title: design.product.title, description: design.product.description });

export default function DesignScreen() {
  return <SolutionPage solution={design} />;
}
