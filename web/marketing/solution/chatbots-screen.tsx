import { chatbots as product } from '../../../contract/public/products.ts';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { ChatbotsDemo } from './chatbots.tsx';
import { SolutionPage } from './solution-page.tsx';

const lead =
  'An assistant that has read all you wrote, says where an answer comes from, and knows when to fetch a person.';

const stats = [
  { value: '3 of 4', label: 'chatbots active' },
  { value: '10,919', label: 'conversations this month' },
  { value: '91.7%', label: 'resolved without a person' },
  { value: '1.4 s', label: 'to the first word' },
];

export const meta = () => pageMeta({ title: product.title, description: product.description });

export default function ChatbotsScreen() {
  return (
    <SolutionPage product={product} lead={lead} stats={stats}>
      <ChatbotsDemo />
    </SolutionPage>
  );
}
