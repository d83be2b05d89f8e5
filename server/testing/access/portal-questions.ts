import type { AccessRight } from '../../../contract/company/access-rights.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { aCompanyOfTwoBrands } from './two-brands.ts';

type Company = Awaited<ReturnType<typeof aCompanyOfTwoBrands>>;

/** One request to a route, with a query if it has one. */
interface AskedQuery {
  query?: string;
  /** The field of the query that names a metric about money. */
  money?: 'metrics' | 'sort';
  /** Whether a filter can be added to the query: the answer is then that of a viewer with this fixed filter. */
  isFilterable?: true;
}

interface RouteRule {
  needs: readonly AccessRight[];
  /** Refused to viewers with fixed filters. */
  isWhole?: true;
  asked?: readonly AskedQuery[];
  path?: (company: Company) => string;
  body?: object;
}

const day = new Date().toISOString().slice(0, 10);
const today = `from=${day}&to=${day}`;
const each = (queries: readonly string[], more: Omit<AskedQuery, 'query'> = {}): AskedQuery[] =>
  queries.map((query) => ({ query, ...more }));
const filterable = { isFilterable: true } as const;
const note = { date: day, text: 'Campaign started' };
const noId = '0198c0de-0000-4000-8000-000000000000';

/** Every route behind the viewer door: the rights that it needs, and questions to it. */
export const portalQuestions: Record<string, RouteRule> = {
  'GET /api/companies/:companyId': { needs: [] },
  'GET /api/companies/:companyId/analytics': {
    needs: ['dashboard'],
    asked: each(['range=24h', 'range=all']),
  },
  'GET /api/companies/:companyId/active': { needs: ['dashboard'], isWhole: true },
  'GET /api/companies/:companyId/stats/live': { needs: ['dashboard'], isWhole: true },
  'GET /api/companies/:companyId/stats/recent-events': { needs: ['dashboard'] },
  'GET /api/companies/:companyId/stats/summary': {
    needs: ['dashboard'],
    asked: [
      ...each(
        [
          today,
          `${today}&compare=previous&goal=page:/pricing`,
          `${today}&metrics=visitors,orders,orders-per-visitor&filter=saw-page:is:/pricing`,
        ],
        filterable,
      ),
      ...each(['period=7d&orders=verified', 'period=today&metrics=nonsense', 'period=all']),
      ...each([`${today}&metrics=visitors,revenue`, `${today}&metrics=average-order-value`], {
        money: 'metrics',
      }),
    ],
  },
  'GET /api/companies/:companyId/stats/timeseries': {
    needs: ['dashboard'],
    asked: [
      ...each([today, `${today}&interval=hour&metrics=visits,orders,conversion-rate`], filterable),
      ...each([`${today}&metrics=visits,revenue-per-visit`], { money: 'metrics' }),
    ],
  },
  'GET /api/companies/:companyId/stats/breakdown': {
    needs: ['dashboard'],
    asked: [
      ...each(
        [
          ...['source', 'page', 'host', 'event', 'utm-campaign'].map((name) => `${today}&dimension=${name}`),
          `${today}&dimension=source&sort=-orders&search=let&compare=previous`,
        ],
        filterable,
      ),
      ...each([`${today}&dimension=source&sort=nonsense`]),
      ...each([`${today}&dimension=source&metrics=refunds`], { money: 'metrics' }),
      ...each([`${today}&dimension=source&sort=-revenue`, `${today}&dimension=page&sort=verified-revenue`], {
        money: 'sort',
      }),
    ],
  },
  'GET /api/companies/:companyId/stats/lists': {
    needs: ['dashboard'],
    asked: each([`${today}&dimension=source&dimension=page&dimension=event&dimension=host`], filterable),
  },
  'GET /api/companies/:companyId/stats/export': {
    needs: ['dashboard', 'export'],
    asked: [
      ...each(
        [
          `${today}&of=timeseries`,
          `${today}&of=timeseries&format=json`,
          `${today}&of=breakdown&dimension=page`,
          `${today}&of=breakdown&dimension=host&format=json`,
        ],
        filterable,
      ),
      ...each([`${today}&of=hits&format=parquet`]),
      ...each(
        [`${today}&of=timeseries&metrics=revenue`, `${today}&of=breakdown&dimension=page&metrics=refunds`],
        {
          money: 'metrics',
        },
      ),
      ...each([`${today}&of=breakdown&dimension=page&sort=-revenue`], { money: 'sort' }),
    ],
  },
  'GET /api/companies/:companyId/goals': { needs: ['dashboard'] },
  'GET /api/companies/:companyId/funnels': { needs: ['dashboard'] },
  'GET /api/companies/:companyId/stats/goals': {
    needs: ['dashboard'],
    asked: each([today, `${today}&compare=previous`], filterable),
  },
  'GET /api/companies/:companyId/stats/funnel': {
    needs: ['dashboard'],
    path: ({ companyId, funnelId }) => `${apiPaths.statsFunnel(companyId)}?funnel=${funnelId}`,
    asked: each([today], filterable),
  },
  'GET /api/companies/:companyId/stats/orders': {
    needs: ['orders'],
    asked: each([today, `${today}&search=1`, `${today}&orders=verified`], filterable),
  },
  'GET /api/companies/:companyId/stats/orders.csv': {
    needs: ['orders', 'export'],
    asked: each([today, `${today}&search=-1`], filterable),
  },
  'GET /api/companies/:companyId/stats/order': {
    needs: ['orders'],
    asked: each(['A-1', 'A-2', 'A-3', 'A-PENDING', 'B-1', 'B-PENDING', 'none'].map((id) => `orderId=${id}`)),
  },
  'GET /api/companies/:companyId/order-conflicts': { needs: ['orders', 'money'], isWhole: true },
  'GET /api/companies/:companyId/refused-events': { needs: ['dashboard'], isWhole: true },
  'GET /api/companies/:companyId/arrivals': { needs: ['dashboard'], isWhole: true },
  'GET /api/companies/:companyId/tracking-script': { needs: ['dashboard'] },
  'GET /api/companies/:companyId/annotations': { needs: ['dashboard'] },
  'POST /api/companies/:companyId/annotations': { needs: ['dashboard', 'annotate'], body: note },
  'PUT /api/companies/:companyId/annotations/:annotationId': {
    needs: ['dashboard', 'annotate'],
    path: ({ companyId }) => apiPaths.note(companyId, noId),
    body: note,
  },
  'DELETE /api/companies/:companyId/annotations/:annotationId': {
    needs: ['dashboard', 'annotate'],
    path: ({ companyId }) => apiPaths.note(companyId, noId),
  },
  'PUT /api/companies/:companyId/presence/:sessionId': {
    needs: [],
    path: ({ companyId }) => apiPaths.presence(companyId, 'a-tab'),
    body: { page_url: '/company-portal' },
  },
  'DELETE /api/companies/:companyId/presence/:sessionId': {
    needs: [],
    path: ({ companyId }) => apiPaths.presence(companyId, 'a-tab'),
  },
  'DELETE /api/companies/:companyId/simulated-analytics': { needs: ['dashboard'], isWhole: true },
};
