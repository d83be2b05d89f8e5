// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Funnel } from '../../../../contract/company/goals.ts';
import type { StatsBreakdown } from '../../../../contract/stats/answers.ts';
import type {
  StatsFunnel,
  StatsGoalAnswer,
  StatsGoals,
} from '../../../../contract/stats/conversion-answers.ts';
import { defaultView } from '../../../../contract/stats/view.ts';
import { DataProvider } from '../../../api/data-provider.tsx';
import { type ApiServer, aCompany, companyId, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import { type Portal, PortalContext } from '../view/use-portal.ts';
import { formatSeconds } from './goal-format.ts';
import { PortalGoals } from './portal-goals.tsx';

const path = `/api/companies/${companyId}`;
const id = '0198c0de-0000-4000-8000-000000000009';
let api: ApiServer;

const head = {
  from: '2026-10-31T23:00:00.000Z',
  to: '2026-11-30T23:00:00.000Z',
  timeZone: 'Europe/Berlin',
  currency: 'USD',
  source: 'tracked',
  ordersCounted: 'all',
  pending: null,
} as const;
const comparedRange = { from: '2026-09-30T22:00:00.000Z', to: '2026-10-31T23:00:00.000Z' };
const signUps: StatsGoalAnswer = {
  id,
  name: 'Sign-ups',
  kind: 'event',
  target: 'sign-up',
  value: '12.50',
  monthlyTarget: 40,
  conversions: { value: 30, compared: 20 },
  rate: { value: 3, compared: 2.5 },
  totalValue: { value: '375.00', compared: '250.00' },
};
const anAnswer = (goals: StatsGoalAnswer[]): StatsGoals => ({
  ...head,
  comparedRange,
  visits: { value: 1000, compared: 800 },
  goals,
});
const order: Funnel = {
  id,
  name: 'Order',
  steps: [
    { kind: 'page', target: '/shop/*' },
    { kind: 'event', target: 'cart' },
  ],
};
const orderAnswer: StatsFunnel = {
  ...head,
  id,
  name: 'Order',
  visits: 900,
  steps: [
    {
      kind: 'page',
      target: '/shop/*',
      visits: 400,
      dropped: null,
      dropRate: null,
      rateFromPrevious: null,
      rateFromFirst: 100,
      seconds: null,
    },
    {
      kind: 'event',
      target: 'cart',
      visits: 100,
      dropped: 300,
      dropRate: 75,
      rateFromPrevious: 25,
      rateFromFirst: 25,
      seconds: 80,
    },
  ],
};
const pages: StatsBreakdown = {
  ...head,
  comparedRange: null,
  dimension: 'page',
  rows: [{ value: '/thanks', metrics: { visits: 3 }, compared: null }],
  totals: {},
  comparedTotals: null,
  rowCount: 1,
};

beforeEach(async () => {
  api = await startApi();
  api.json(`GET ${path}/stats/goals`, 200, anAnswer([]));
  api.json(`GET ${path}/funnels`, 200, { funnels: [] });
  api.json(`GET ${path}/stats/funnel`, 200, orderAnswer);
  api.json(`GET ${path}/stats/breakdown`, 200, pages);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

let viewedAs: 'admin' | 'viewer';

function Screen() {
  const portal: Portal = {
    company: aCompany({ viewedAs }),
    view: defaultView,
    changeView: () => {},
    metric: 'visitors',
    changeMetric: () => {},
  };
  return (
    <DataProvider>
      <PortalContext value={portal}>
        <PortalGoals />
      </PortalContext>
    </DataProvider>
  );
}

function open(as: typeof viewedAs = 'admin') {
  viewedAs = as;
  renderPage('/goals', { '/goals': Screen });
}
const region = (name: string) => within(screen.getByRole('region', { name }));

test('viewers of a portal without goals read so, without buttons', async () => {
  open('viewer');
  expect(await screen.findByText(/No goals are defined yet/)).toBeDefined();
  expect(await screen.findByText(/No funnels are defined yet/)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('goals are shown with conversions, rate, change and value', async () => {
  api.json(`GET ${path}/stats/goals`, 200, anAnswer([signUps]));
  open('viewer');
  const row = await screen.findByRole('row', { name: /Sign-ups/ });
  expect(row.textContent).toContain('30+50%');
  expect(row.textContent).toContain('3.00%2.50% before');
  expect(row.textContent).toContain('$375');
  expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull();
});

test('an administrator defines a goal', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Define your first goal' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New goal' }));
  await user.click(dialog.getByRole('button', { name: 'Add goal' }));
  expect(dialog.getByText('Please enter a name.')).toBeDefined();
  await user.type(dialog.getByLabelText('Name'), 'Sign-ups');
  await user.type(dialog.getByLabelText('Path'), 'thanks');
  await user.type(dialog.getByLabelText(/^Value/), 'much');
  await user.type(dialog.getByLabelText(/^Conversions a month/), 'many');
  await user.click(dialog.getByRole('button', { name: 'Add goal' }));
  expect(dialog.getByText('The path must start with / or *.')).toBeDefined();
  expect(dialog.getByText(/Please enter an amount/)).toBeDefined();
  expect(dialog.getByText(/Please enter a whole number/)).toBeDefined();

  await user.selectOptions(dialog.getByLabelText('Kind'), 'event');
  await user.clear(dialog.getByLabelText('Name of the event'));
  await user.type(dialog.getByLabelText('Name of the event'), 'sign-up');
  await user.clear(dialog.getByLabelText(/^Value/));
  await user.type(dialog.getByLabelText(/^Value/), '12,5');
  await user.clear(dialog.getByLabelText(/^Conversions a month/));
  await user.type(dialog.getByLabelText(/^Conversions a month/), '40');
  api.handle(`POST ${path}/goals`, (_, response) => {
    response.writeHead(409, { 'content-type': 'application/json' });
    const message = 'There is already a goal named Sign-ups.';
    response.end(JSON.stringify({ error: { code: 'conflict', message, field: 'name' } }));
  });
  await user.click(dialog.getByRole('button', { name: 'Add goal' }));
  expect(await dialog.findByText('There is already a goal named Sign-ups.')).toBeDefined();

  const { conversions: _, rate: __, totalValue: ___, ...saved } = signUps;
  api.json(`POST ${path}/goals`, 201, saved);
  api.json(`GET ${path}/stats/goals`, 200, anAnswer([signUps]));
  await user.click(dialog.getByRole('button', { name: 'Add goal' }));
  expect(await screen.findByRole('row', { name: /Sign-ups/ })).toBeDefined();
  const sent = api.bodies[api.requests.lastIndexOf(`POST ${path}/goals`)] ?? '';
  expect(JSON.parse(sent)).toEqual({
    name: 'Sign-ups',
    kind: 'event',
    target: 'sign-up',
    value: '12.5',
    monthlyTarget: 40,
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an administrator deletes a goal after a second click', async () => {
  const user = userEvent.setup();
  api.json(`GET ${path}/stats/goals`, 200, anAnswer([signUps]));
  api.handle(`DELETE ${path}/goals/${id}`, (_, response) => void response.writeHead(204).end());
  open();
  await user.click(await screen.findByRole('button', { name: 'Edit the goal Sign-ups' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Sign-ups' }));
  await user.click(dialog.getByText('Delete this goal'));
  api.json(`GET ${path}/stats/goals`, 200, anAnswer([]));
  await user.click(dialog.getByRole('button', { name: 'Delete goal' }));
  expect(await screen.findByRole('button', { name: 'Define your first goal' })).toBeDefined();
});

test('a funnel shows its steps, who dropped off and the time between', async () => {
  api.json(`GET ${path}/funnels`, 200, { funnels: [order] });
  open('viewer');
  expect(await screen.findByText('100 visits of 400 completed it (25.00%).')).toBeDefined();
  expect(region('Funnels').getByText('1. /shop/*')).toBeDefined();
  expect(region('Funnels').getByText('300 dropped off (75.00%)')).toBeDefined();
  expect(region('Funnels').getByText('· half continued within 1 min 20 s')).toBeDefined();
});

test('an administrator changes the steps of a funnel', async () => {
  const user = userEvent.setup();
  api.json(`GET ${path}/funnels`, 200, { funnels: [order] });
  api.json(`PUT ${path}/funnels/${id}`, 200, order);
  open();
  await user.click(await screen.findByRole('button', { name: 'Edit the funnel Order' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Order' }));
  await user.click(dialog.getByRole('button', { name: 'Add step 3' }));
  await user.type(dialog.getByLabelText('Step 3: Path'), 'thanks');
  await user.click(dialog.getByRole('button', { name: 'Add step 4' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('The path must start with / or *.')).toBeDefined();
  await user.clear(dialog.getByLabelText('Step 3: Path'));
  await user.type(dialog.getByLabelText('Step 3: Path'), '/thanks');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = api.bodies[api.requests.lastIndexOf(`PUT ${path}/funnels/${id}`)] ?? '';
  expect(JSON.parse(sent)).toEqual({
    name: 'Order',
    steps: [...order.steps, { kind: 'page', target: '/thanks' }],
  });
});

test('an answer that fails is explained and can be asked for again', async () => {
  const user = userEvent.setup();
  api.error(`GET ${path}/stats/goals`, 400, 'invalid-request', 'The range is empty.');
  open();
  expect(await screen.findByText(/The goals could not be loaded. The range is empty./)).toBeDefined();
  api.json(`GET ${path}/stats/goals`, 200, anAnswer([signUps]));
  await user.click(region('Goals').getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /Sign-ups/ })).toBeDefined();
});

test('durations are short texts', () => {
  expect([0, 59.6, 60, 80, 3600, 3900].map(formatSeconds)).toEqual([
    '0 s',
    '1 min',
    '1 min',
    '1 min 20 s',
    '1 h',
    '1 h 5 min',
  ]);
});
