import { staticPart } from '../../loading/static-part.tsx';
import { Running } from './running.tsx';
import type { Item, RunningSolution } from './solution.ts';

const Scene = staticPart('forecast', () =>
  import('../scenes/forecast-scene.tsx').then((file) => file.ForecastScene),
);

const forecast = (name: string, detail: string, ahead: string, rows: string, error: string): Item => ({
  name,
  detail,
  status: 'Up to date',
  isOn: true,
  figures: [
    { label: 'Looks ahead', value: ahead },
    { label: 'Rows a night', value: rows },
    { label: 'Mean error', value: error },
  ],
  actions: [
    { label: 'View Report', says: `Demo: the report of ${name}, with how its last forecasts did.` },
    { label: 'Configure', says: `Demo: here you choose what ${name} reads and whom it tells.` },
  ],
});

const running: RunningSolution = {
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
    forecast(
      'Churn Watch',
      'Customers likely to leave, with the reason that weighs most',
      '30 days',
      '268,000',
      '6.8%',
    ),
    forecast(
      'Price Response',
      'What a change of price does to what is sold beside it',
      '4 weeks',
      '187,000',
      '5.1%',
    ),
    forecast('Stock Planner', 'When to reorder, and how much, for each shelf', '8 weeks', '333,000', '3.9%'),
  ],
};

export const AnalyticsRunning = () => <Running {...running} />;
