import { type ApiServer, aCompany, anActiveCount, companyId, startApi } from './api-server.ts';
import { aSummary, aTimeseries } from './stats-answers.ts';

/** Starts a server that answers the first requests of a portal. */
export async function startPortalApi(): Promise<ApiServer> {
  const path = `/api/companies/${companyId}`;
  const api = await startApi();
  api.json(`GET ${path}`, 200, aCompany());
  api.json(`GET ${path}/stats/summary`, 200, aSummary());
  api.json(`GET ${path}/stats/timeseries`, 200, aTimeseries());
  api.json(`GET ${path}/active`, 200, anActiveCount);
  return api;
}
