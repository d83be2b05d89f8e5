import { staticPart } from '../../loading/static-part.tsx';
import { Running } from './running.tsx';
import type { Action, Item, RunningSolution } from './solution.ts';

const Scene = staticPart('chat', () => import('../scenes/chat-scene.tsx').then((file) => file.ChatScene));

const actions = (name: string): Action[] => [
  { label: 'Configure', says: `Demo: here you set what ${name} knows and how it speaks.` },
  { label: 'View Analytics', says: `Demo: here are the conversations of ${name}, by hour and topic.` },
];

const bot = (name: string, detail: string, talks: string, solved: string, rating: string): Item => ({
  name,
  detail,
  status: talks === '0' ? 'Paused' : 'Active',
  isOn: talks !== '0',
  figures: [
    { label: 'Conversations', value: talks },
    { label: 'Resolved alone', value: solved },
    { label: 'Rated', value: rating },
  ],
  actions: actions(name),
});

const running: RunningSolution = {
  sceneTitle: 'Aisle Seven, this morning',
  scene: <Scene />,
  itemsTitle: 'Chatbots',
  create: { label: 'New Chatbot', says: 'Demo: a new chatbot begins with the pages it should read.' },
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
    bot('Campus Guide', 'Leads applicants through admission; sleeps until the term opens', '0', '–', '4.7'),
  ],
};

export const ChatbotsRunning = () => <Running {...running} />;
