import { apiPaths } from '../../contract/paths.ts';
import { rowDimensions, visitDimensions } from '../../contract/stats/model/dimensions.ts';

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

const dayMs = 86_400_000;

/** 30 days that end at a time in seconds. An answer is kept for the next question, so each asks about another second. */
function toQuery(to: Date, parameters: Record<string, string>, filters: readonly string[]): string {
  const start = new Date(to.getTime() - 29 * dayMs).toISOString().slice(0, 10);
  const range = { from: `${start}T00:00:00`, to: to.toISOString().slice(0, 19) };
  const query = new URLSearchParams({ ...range, ...parameters });
  for (const filter of filters) query.append('filter', filter);
  return query.toString();
}

/** The addresses that a portal asks when it is opened: summary and series with comparison, and six breakdowns. */
export function listPageUrls(companyId: string, to: Date, filters: readonly string[]): string[] {
  const compared = toQuery(to, { compare: 'previous' }, filters);
  return [
    `${apiPaths.statsSummary(companyId)}?${compared}`,
    `${apiPaths.statsTimeseries(companyId)}?${compared}`,
    ...pageDimensions.map(
      (dimension) => `${apiPaths.statsBreakdown(companyId)}?${toQuery(to, { dimension }, filters)}`,
    ),
  ];
}

/** One breakdown by each dimension under each pair of filters, each about another second before `to`. */
export function listBreakdownUrls(companyId: string, to: Date): string[] {
  const pairs = dimensions.flatMap((dimension) => filterPairs.map((filters) => ({ dimension, filters })));
  return pairs.map(({ dimension, filters }, index) => {
    const query = toQuery(new Date(to.getTime() - index * 1_000), { dimension }, filters);
    return `${apiPaths.statsBreakdown(companyId)}?${query}`;
  });
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
