import { chatbots } from '../../../contract/site/products.ts';
import { asSold } from '../../site/products.ts';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { ChatbotsDemo } from './chatbots.tsx';
import { SolutionPage } from './solution-page.tsx';

const lead =
  'An assistant that knows your pages and manuals, names its sources, and hands over to a person when needed.';

const stats = [
  { value: '3 of 4', label: 'chatbots active' },
  { value: '10,919', label: 'conversations this month' },
  { value: '91.7%', label: 'resolved without a person' },
  { value: '1.4 s', label: 'until it answers' },
];

export const meta = () => {
  const { title, description } = asSold(chatbots);
  return pageMeta({ title, description });
};

export default function ChatbotsScreen() {
  return (
    <SolutionPage product={asSold(chatbots)} lead={lead} stats={stats}>
      <ChatbotsDemo />
    </SolutionPage>
  );
}
