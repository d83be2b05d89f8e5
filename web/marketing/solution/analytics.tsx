import { analytics as product } from '../../../contract/products.ts';
import { ForecastScene } from '../scenes/forecast-scene.tsx';
import type { Item, Solution } from './solution.ts';

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

export const analytics: Solution = {
  product,
  lead: 'What will probably happen, how sure we are, and how the last forecast did. Drawn so that you can decide before the coffee is cold.',
  stats: [
    { value: '4', label: 'modules up to date' },
    { value: '1.2 M', label: 'rows read each night' },
    { value: '5.0%', label: 'mean error, last 90 days' },
    { value: '81%', label: 'of weeks inside the range' },
  ],
  sceneTitle: 'Demand, seven weeks ahead',
  scene: <ForecastScene className="h-64 lg:h-72" />,
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
