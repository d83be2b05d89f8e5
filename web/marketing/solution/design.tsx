import { design as product } from '../../../contract/products.ts';
import { PageScene } from '../scenes/page-scene.tsx';
import type { Item, Solution } from './solution.ts';

const site = (name: string, detail: string, load: string, score: string, enquiries: string): Item => {
  const isOn = load !== '–';
  return {
    name,
    detail,
    status: isOn ? 'Active' : 'Draft',
    isOn,
    figures: [
      { label: 'Loads in', value: load },
      { label: 'Quality score', value: score },
      { label: 'Enquiries', value: enquiries },
    ],
    actions: [
      { label: 'Edit Design', says: `Demo: the pages of ${name} open side by side, ready to change.` },
      { label: 'View Analytics', says: `Demo: the live portal of ${name} opens here.` },
    ],
  };
};

export const design: Solution = {
  product,
  lead: 'Pages built on what your visitors look for: light enough to be there at once, clear enough to be read, and watched by live figures from the first day.',
  stats: [
    { value: '3 + 1', label: 'sites live, one in draft' },
    { value: '0.8 s', label: 'median time to load' },
    { value: '99', label: 'mean quality score of 100' },
    { value: '+24%', label: 'enquiries after launch' },
  ],
  sceneTitle: 'Millstone Bakery, second day',
  scene: (
    <div className="mx-auto max-w-[34rem]">
      <PageScene />
    </div>
  ),
  itemsTitle: 'Web projects',
  items: [
    site('Harbour & Pine', 'Furniture shop with a measured view of every room', '0.9 s', '99', '+31%'),
    site('Millstone Bakery', 'Orders by seven, bread by seven', '0.7 s', '100', '+18%'),
    site('Fen Valley Clinic', 'Appointments in three steps, readable at any size', '0.8 s', '98', '+23%'),
    site('Orla Journeys', 'Walks and trains through the north; words are being written', '–', '–', '–'),
  ],
};
