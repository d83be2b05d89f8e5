import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { listPortalMetrics, toTimeseriesPath } from '../../../../contract/stats/requests.ts';
import type { PortalView } from '../../../../contract/stats/view.ts';
import { timeseriesQuery } from '../../api/stats.ts';
import { hasRight } from '../../portal-rights.ts';

type Asked = Pick<PortalCompany, 'id' | 'access'>;

const toParameters = (company: Asked) => ({ metrics: listPortalMetrics(hasRight(company, 'money')) });

/** The path of one answer for the cards and the charts of a portal. */
export const toPortalTimeseriesPath = (company: Asked, view: PortalView) =>
  toTimeseriesPath(company.id, view, toParameters(company));

/** One answer for the cards and the charts of a portal. */
export const portalTimeseries = (company: Asked, view: PortalView) =>
  timeseriesQuery(company.id, view, toParameters(company));
