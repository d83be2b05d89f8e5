import { randomUUID } from 'node:crypto';
import { apiPaths } from '../../../../contract/paths.ts';
import { send } from '../../accounts/accounts.ts';
import { aCompany } from '../../builders.ts';
import { created, type RequestFixture, type ValidRequest } from './valid-request.ts';

const goal = { name: 'Sign-ups', kind: 'page', target: '/thanks*', value: '12.50' };

const funnel = {
  name: 'Order',
  steps: [
    { kind: 'page', target: '/shop/*' },
    { kind: 'event', target: 'cart' },
  ],
};

type ListPath = (companyId: string) => string;

type ItemPath = (companyId: string, id: string) => string;

/** A new goal or funnel. */
async function aDefinitionId({ t, admin }: RequestFixture, url: string, body: object): Promise<string> {
  const answer = await send(t, url, { ...body, name: randomUUID() }, { cookie: admin.cookie });
  return created.parse(answer.json()).id;
}

/** The path of a new goal or funnel of a new company: malformed requests may have filled up the managed one. */
async function aDefinitionPath(fixture: RequestFixture, list: ListPath, item: ItemPath, body: object) {
  const { id } = (await aCompany(fixture.t.db)).company;
  return { url: item(id, await aDefinitionId(fixture, list(id), body)) };
}

/** The portal of a company, its goals and funnels. */
export const portalRequests: Record<string, ValidRequest> = {
  'GET /api/companies/:companyId': {},
  'GET /api/companies/:companyId/analytics': {},
  'GET /api/companies/:companyId/active': {},
  'GET /api/companies/:companyId/stats/summary': {},
  'GET /api/companies/:companyId/stats/timeseries': {},
  'GET /api/companies/:companyId/stats/breakdown': {
    override: ({ companyId }) => ({ url: `${apiPaths.statsBreakdown(companyId)}?dimension=source` }),
  },
  'GET /api/companies/:companyId/stats/lists': {
    override: ({ companyId }) => ({
      url: `${apiPaths.statsLists(companyId)}?dimension=source&dimension=page`,
    }),
  },
  'GET /api/companies/:companyId/stats/live': {},
  'GET /api/companies/:companyId/stats/recent-events': {},
  'GET /api/companies/:companyId/stats/export': {
    override: ({ companyId }) => ({ url: `${apiPaths.statsExport(companyId)}?of=timeseries` }),
  },
  'GET /api/companies/:companyId/goals': {},
  'GET /api/companies/:companyId/funnels': {},
  'POST /api/companies/:companyId/goals': {
    status: 201,
    body: goal,
    override: async ({ t }) => ({ url: apiPaths.goals((await aCompany(t.db)).company.id) }),
  },
  'PUT /api/companies/:companyId/goals/:goalId': {
    body: goal,
    override: (fixture) => aDefinitionPath(fixture, apiPaths.goals, apiPaths.goal, goal),
  },
  'DELETE /api/companies/:companyId/goals/:goalId': {
    status: 204,
    override: (fixture) => aDefinitionPath(fixture, apiPaths.goals, apiPaths.goal, goal),
  },
  'POST /api/companies/:companyId/funnels': {
    status: 201,
    body: funnel,
    override: async ({ t }) => ({ url: apiPaths.funnels((await aCompany(t.db)).company.id) }),
  },
  'PUT /api/companies/:companyId/funnels/:funnelId': {
    body: funnel,
    override: (fixture) => aDefinitionPath(fixture, apiPaths.funnels, apiPaths.funnel, funnel),
  },
  'DELETE /api/companies/:companyId/funnels/:funnelId': {
    status: 204,
    override: (fixture) => aDefinitionPath(fixture, apiPaths.funnels, apiPaths.funnel, funnel),
  },
  'GET /api/companies/:companyId/stats/goals': {},
  'GET /api/companies/:companyId/stats/funnel': {
    override: async (fixture) => {
      const { companyId } = fixture;
      const id = await aDefinitionId(fixture, apiPaths.funnels(companyId), funnel);
      return { url: `${apiPaths.statsFunnel(companyId)}?funnel=${id}` };
    },
  },
  'GET /api/companies/:companyId/tracking-script': {},
};
