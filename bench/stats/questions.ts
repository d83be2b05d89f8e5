import { apiPaths } from '../../contract/paths.ts';
import { rowDimensions, visitDimensions } from '../../contract/stats.ts';

/** The dimensions whose first values a portal shows at once. */
const pageDimensions = ['source', 'page', 'entry-page', 'country', 'device', 'utm-campaign'];
const dimensions = [...visitDimensions, ...rowDimensions, 'property:plan'];

/** Pairs that leave a few percent of the visits. */
const filterPairs = [
  ['country:is:DE', 'device:is:mobile'],
  ['source:is:Google', 'browser:is-not:Firefox'],
  ['page:starts-with:/catalogue/item-1', 'channel:is:Paid'],
  ['saw-page:is:/catalogue/item-0', 'os:is:iOS,Android'],
  ['event:is:newsletter', 'country:is-not:DE'],
  ['utm-campaign:contains:sale', 'language:is:de,fr'],
];

/** The filters of the whole portal page with two filters. */
export const pageFilters = filterPairs[0] ?? [];

function toQuery(parameters: Record<string, string>, filters: readonly string[]): string {
  const query = new URLSearchParams({ period: '30d', ...parameters });
  for (const filter of filters) query.append('filter', filter);
  return query.toString();
}

/** The addresses that a portal asks when it is opened: summary and series with comparison, and six breakdowns. */
export function listPageUrls(companyId: string, filters: readonly string[]): string[] {
  const compared = toQuery({ compare: 'previous' }, filters);
  return [
    `${apiPaths.statsSummary(companyId)}?${compared}`,
    `${apiPaths.statsTimeseries(companyId)}?${compared}`,
    ...pageDimensions.map(
      (dimension) => `${apiPaths.statsBreakdown(companyId)}?${toQuery({ dimension }, filters)}`,
    ),
  ];
}

/** One breakdown by each dimension under each pair of filters. */
export function listBreakdownUrls(companyId: string): string[] {
  return dimensions.flatMap((dimension) =>
    filterPairs.map((pair) => `${apiPaths.statsBreakdown(companyId)}?${toQuery({ dimension }, pair)}`),
  );
}

/**
 * The same questions to plain PostgreSQL, without visits: views and visitors by day, and the first ten pages. `$1` is the
 * company, `$2` the first instant.
 */
export const plainQuestions = {
  series: (condition: string) =>
    `SELECT date_trunc('day', occurred_at, 'UTC') AS day, count(*) AS views, count(DISTINCT visitor_id) AS visitors
     FROM events WHERE company_id = $1 AND occurred_at >= $2 AND kind = 'pageview' ${condition} GROUP BY 1 ORDER BY 1`,
  breakdown: (condition: string) =>
    `SELECT path, count(*) AS views, count(DISTINCT visitor_id) AS visitors
     FROM events WHERE company_id = $1 AND occurred_at >= $2 AND kind = 'pageview' ${condition}
     GROUP BY 1 ORDER BY visitors DESC, path LIMIT 10`,
};
export const plainFilters = `AND country = 'DE' AND device = 'mobile'`;
