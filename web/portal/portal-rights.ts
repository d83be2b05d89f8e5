import type { ViewerRight } from '../../contract/company/access-rights.ts';
import type { PortalCompany } from '../../contract/company/companies.ts';
import { isAboutMoney, type StatsMetric } from '../../contract/stats/model/metrics.ts';

type Accessed = Pick<PortalCompany, 'access'>;

/** Whether the reader of a portal may see or do something. The server refuses it otherwise. */
export const hasRight = ({ access }: Accessed, right: ViewerRight): boolean => access.rights.includes(right);

/** The metrics without those that the server leaves out of the answers to this reader. */
export const listSeen = (company: Accessed, metrics: readonly StatsMetric[]): readonly StatsMetric[] =>
  hasRight(company, 'money') ? metrics : metrics.filter((name) => !isAboutMoney(name));

/** Names what a reader sees of a portal: answers that were kept for another access are not shown. */
export const toAccessName = ({ access, viewedAs }: Pick<PortalCompany, 'access' | 'viewedAs'>): string =>
  JSON.stringify([viewedAs, access.rights, access.filters]);
