import { pageMeta } from '../ui/page-meta.ts';
import { chatbots } from './solution/chatbots.tsx';
import { SolutionPage } from './solution/solution-page.tsx';

export const meta = () =>
  pageMeta({ title: chatbots.product.title, description: chatbots.product.description });

export default function ChatbotsScreen() {
  return <SolutionPage solution={chatbots} />;
}
