import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readPortalView } from '../../../../contract/stats/view.ts';
import { aCompany, anActiveCount } from '../../../testing/api-server.ts';
import { aSummary, aTimeseries } from '../../../testing/stats-answers.ts';
import { activeQuery } from '../../api/portal.ts';
import { listQuery, summaryQuery } from '../../api/stats.ts';
import { matchPortalPath } from '../../app/match-portal-path.ts';
import { BrowserRouting } from '../../routing/browser-routing.tsx';
import { ListPanel } from '../lists/list-panel.tsx';
import { listPanels } from '../lists/list-panels.ts';
import { portalTimeseries } from '../view/portal-timeseries.ts';
import { type Portal, PortalContext } from '../view/use-portal.ts';
import { PortalCards } from './portal-cards.tsx';

const view = readPortalView(new URLSearchParams());
const company = aCompany();

/** Renders in Node.js, where there is no document, with the answers that the server has. */
function renderOnServer(client: QueryClient, children: ReactNode, shown = company): string {
  const portal: Portal = {
    company: shown,
    view,
    metric: 'visitors',
    changeView: () => {},
    changeMetric: () => {},
  };
  return renderToString(
    <BrowserRouting
      first={{ pathname: `/company-portal/${shown.id}`, search: '', hash: '' }}
      match={matchPortalPath}
    >
      <QueryClientProvider client={client}>
        <PortalContext value={portal}>{children}</PortalContext>
      </QueryClientProvider>
    </BrowserRouting>,
  );
}

test('the cards are rendered on the server, with values, changes and curves', () => {
  const client = new QueryClient();
  client.setQueryData(summaryQuery(company.id, view).queryKey, aSummary());
  client.setQueryData(portalTimeseries(company, view).queryKey, aTimeseries());
  client.setQueryData(activeQuery(company.id).queryKey, anActiveCount);
  const html = renderOnServer(client, <PortalCards />);
  for (const text of ['$1,234.50', '+23%', '1,300', 'on the site', 'up from 2.67%'])
    expect(html).toContain(text);
  expect(html.match(/<svg viewBox="0 0 120/g)).toHaveLength(4);
  expect(renderOnServer(client, <PortalCards />)).toBe(html);
});

test('a list is rendered on the server', () => {
  const client = new QueryClient();
  const dimension = 'page';
  const { queryKey } = listQuery(company.id, view, dimension);
  const { metrics: _, otherCurrencies: __, ...head } = aSummary();
  const row = {
    value: '/sofas',
    metrics: { visitors: 12, visits: 14 },
    compared: { visitors: 10, visits: 10 },
  };
  const totals = { visitors: 12, visits: 14, orders: 0, revenue: '0.00' };
  client.setQueryData(queryKey, {
    ...{ ...head, dimension, rows: [row], totals, comparedTotals: null, rowCount: 1 },
  });
  const panel = listPanels.find(({ title }) => title === 'Pages');
  const html = panel && renderOnServer(client, <ListPanel {...panel} isWide={false} />);
  expect(html).toContain('/sofas');
  expect(html).toContain('+20%');
});

test('the server leaves no error to the browser where the headline goal will be', () => {
  const client = new QueryClient();
  client.setQueryData(summaryQuery(company.id, view).queryKey, aSummary());
  const display = { ...company.display, goalId: '0190a1b2-0000-7000-8000-00000000000a' };
  const html = renderOnServer(client, <PortalCards />, aCompany({ display }));
  expect(html).toContain('col-span-full h-14');
  // React writes this for a part that the server could not render.
  expect(html).not.toContain('<!--$!-->');
});
