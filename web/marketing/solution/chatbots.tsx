import { staticPart } from '../../loading/static-part.tsx';
import type { DemoAction, DemoItem, SolutionDemoProps } from './solution.ts';
import { SolutionDemo } from './solution-demo.tsx';

const Scene = staticPart('chat', () => import('../scenes/chat-scene.tsx').then((file) => file.ChatScene));

const actions = (name: string): DemoAction[] => [
  { label: 'Configure', text: `Demo: here you set what ${name} knows and how it speaks.` },
  { label: 'View Analytics', text: `Demo: here are the conversations of ${name}, by hour and topic.` },
];

const bot = (name: string, detail: string, talks: string, solved: string, rating: string): DemoItem => ({
  name,
  detail,
  status: talks === '0' ? 'Paused' : 'Active',
  isOn: talks !== '0',
  stats: [
    { label: 'Conversations', value: talks },
    { label: 'Resolved alone', value: solved },
    { label: 'Rated', value: rating },
  ],
  actions: actions(name),
});

const running: SolutionDemoProps = {
  sceneTitle: 'Aisle Seven, this morning',
  scene: <Scene />,
  itemsTitle: 'Chatbots',
  create: { label: 'New Chatbot', text: 'Demo: a new chatbot starts with the pages it should know.' },
  items: [
    bot(
      'Front Desk',
      'Answers hotel guests before and during their stay, in nine languages',
      '4,812',
      '94%',
      '4.8',
    ),
    bot('Aisle Seven', 'Helps shoppers choose, measure and order furniture', '3,967', '91%', '4.7'),
    bot('Surgery Line', 'Books, moves and cancels appointments for a clinic', '2,140', '88%', '4.6'),
    bot('Campus Guide', 'Guides applicants through admission; paused until the term opens', '0', '–', '4.7'),
  ],
};

export const ChatbotsDemo = () => <SolutionDemo {...running} />;
