import { staticPart } from '../../loading/static-part.tsx';
import type { DemoItem, SolutionDemoProps } from './solution.ts';
import { SolutionDemo } from './solution-demo.tsx';

const Scene = staticPart('flow', () => import('../scenes/flow-scene.tsx').then((file) => file.FlowScene));

const flow = (name: string, detail: string, runs: string, saved: string, stopped: string): DemoItem => {
  const isOn = runs !== '0';
  return {
    name,
    detail,
    status: isOn ? 'Running' : 'Paused',
    isOn,
    stats: [
      { label: 'Runs this week', value: runs },
      { label: 'Work saved', value: saved },
      { label: 'Stopped', value: stopped },
    ],
    actions: [
      isOn
        ? { label: 'Pause', text: `Demo: ${name} would finish its open runs and then wait.` }
        : { label: 'Start', text: `Demo: ${name} would start with its next run.` },
      { label: 'View Details', text: `Demo: every run of ${name}, step by step, with its times.` },
    ],
  };
};

const running: SolutionDemoProps = {
  sceneTitle: 'Order to invoice, one run in three seconds',
  scene: <Scene />,
  itemsTitle: 'Workflows',
  items: [
    flow(
      'Order to invoice',
      'Checks stock, invoices, prints the label, tells the customer',
      '1,284',
      '86 h',
      '3',
    ),
    flow('Lead follow-up', 'Answers a question within a minute and finds a time to talk', '642', '53 h', '7'),
    flow('Supplier reorder', 'Orders what runs short, at the price agreed', '118', '24 h', '1'),
    flow('New starter set-up', 'Accounts, desk and a plan for the first week', '36', '33 h', '0'),
    flow('Monthly report', 'Collects the figures and drafts the text; runs on the 1st', '0', '0 h', '0'),
  ],
};

export const AutomationDemo = () => <SolutionDemo {...running} />;
