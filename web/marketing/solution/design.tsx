import { staticPart } from '../../loading/static-part.tsx';
import type { DemoItem, SolutionDemoProps } from './solution.ts';
import { SolutionDemo } from './solution-demo.tsx';

const Scene = staticPart('page', () => import('../scenes/page-scene.tsx').then((file) => file.PageScene));

const site = (name: string, detail: string, load: string, score: string, enquiries: string): DemoItem => {
  const isOn = load !== '–';
  return {
    name,
    detail,
    status: isOn ? 'Active' : 'Draft',
    isOn,
    stats: [
      { label: 'Loads in', value: load },
      { label: 'Quality score', value: score },
      { label: 'Enquiries', value: enquiries },
    ],
    actions: [
      { label: 'Edit Design', text: `Demo: the pages of ${name} open side by side, ready to change.` },
      { label: 'View Analytics', text: `Demo: the live portal of ${name} opens here.` },
    ],
  };
};

const running: SolutionDemoProps = {
  sceneTitle: 'Millstone Bakery, second day',
  scene: (
    <div className="mx-auto max-w-[34rem]">
      <Scene />
    </div>
  ),
  itemsTitle: 'Web projects',
  items: [
    site('Harbour & Pine', 'Furniture shop with a room planner', '0.9 s', '99', '+31%'),
    site('Millstone Bakery', 'Order by 7 pm, collect at 7 am', '0.7 s', '100', '+18%'),
    site('Fen Valley Clinic', 'Appointments in three steps, readable at any size', '0.8 s', '98', '+23%'),
    site('Orla Journeys', 'Walking and rail tours in the north; texts in progress', '–', '–', '–'),
  ],
};

export const DesignDemo = () => <SolutionDemo {...running} />;
