import { staticPart } from '../../loading/static-part.tsx';
import type { DemoItem, SolutionDemoProps } from './solution.ts';
import { SolutionDemo } from './solution-demo.tsx';

const Scene = staticPart('forecast', () =>
  import('../scenes/forecast-scene.tsx').then((file) => file.ForecastScene),
);

const forecast = (name: string, detail: string, ahead: string, rows: string, error: string): DemoItem => ({
  name,
  detail,
  status: 'Up to date',
  isOn: true,
  stats: [
    { label: 'Looks ahead', value: ahead },
    { label: 'Rows a night', value: rows },
    { label: 'Mean error', value: error },
  ],
  actions: [
    { label: 'View Report', text: `Demo: the report of ${name}, with the accuracy of its last forecasts.` },
    { label: 'Configure', text: `Demo: here you choose the data of ${name} and who is notified.` },
  ],
});

const running: SolutionDemoProps = {
  sceneTitle: 'Demand, the next seven of twelve weeks',
  scene: <Scene />,
  itemsTitle: 'Analytics modules',
  items: [
    forecast(
      'Demand Forecast',
      'Orders by week and region, read from the shop',
      '12 weeks',
      '412,000',
      '4.2%',
    ),
    forecast('Churn Watch', 'Customers likely to leave, with the main reason', '30 days', '268,000', '6.8%'),
    forecast(
      'Price Response',
      'How a change of price affects related products',
      '4 weeks',
      '187,000',
      '5.1%',
    ),
    forecast('Stock Planner', 'When to reorder, and how much, for each shelf', '8 weeks', '333,000', '3.9%'),
  ],
};

export const AnalyticsDemo = () => <SolutionDemo {...running} />;
