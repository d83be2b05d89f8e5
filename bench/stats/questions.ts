import { apiPaths } from '../../contract/paths.ts';
import { rowDimensions, visitDimensions } from '../../contract/stats/model/dimensions.ts';

/** The dimensions whose first values a portal shows at once. */
const pageDimensions = ['source', 'page', 'entry-page', 'country', 'device', 'utm-campaign'];
const dimensions = [...visitDimensions, ...rowDimensions, 'property:plan'];

/** Filters of a whole portal page, and the most that its answers may need at p50 with five million page views. */
export const filteredPages = [
  { name: 'no filter', filters: [], budgetMs: 120 },
  { name: 'country and device', filters: ['country:is:DE', 'device:is:mobile'], budgetMs: 250 },
  { name: 'source and browser', filters: ['source:is:Google', 'browser:is-not:Firefox'], budgetMs: 250 },
  {
    name: 'page and channel',
    filters: ['page:starts-with:/catalogue/item-1', 'channel:is:Paid'],
    budgetMs: 400,
  },
  {
    name: 'page that was seen, and system',
    filters: ['saw-page:is:/catalogue/item-0', 'os:is:iOS,Android'],
    budgetMs: 400,
  },
  { name: 'event and country', filters: ['event:is:newsletter', 'country:is-not:DE'], budgetMs: 400 },
];

/** Pairs that leave a few percent of the visits. */
const filterPairs = [
  ...filteredPages.flatMap(({ filters }) => (filters.length > 0 ? [filters] : [])),
  ['utm-campaign:contains:sale', 'language:is:de,fr'],
];

const visitors = `count(DISTINCT (day - DATE '1970-01-01') * 4294967296 + visitor_no)`;
const visitorsOfHits = `count(DISTINCT (day - DATE '1970-01-01') * 4294967296 + visit_no - visitor_distance)`;

/** Single questions, next to a statement written by hand over the files of the same days. `VISITS`, `HITS`: the files. */
export const rawQuestions = [
  {
    name: 'list of sources, country and device',
    dimension: 'source',
    filters: ['country:is:DE', 'device:is:mobile'],
    raw: `SELECT source, count(*) AS visits, ${visitors} AS visitors, sum(page_views) AS page_views FROM VISITS
      WHERE country = 'DE' AND device = 'mobile' GROUP BY source ORDER BY visitors DESC, source LIMIT 10`,
  },
  {
    name: 'list of pages, country and device',
    dimension: 'page',
    filters: ['country:is:DE', 'device:is:mobile'],
    raw: `SELECT path, count(*) FILTER ((flags & 4) <> 0) AS visits, ${visitorsOfHits} AS visitors,
        count(*) FILTER ((flags & 1) <> 0) AS page_views, count(*) FILTER ((flags & 2) <> 0) AS events FROM HITS
      WHERE (flags & 3) <> 0 AND country = 'DE' AND device = 'mobile'
      GROUP BY path ORDER BY visitors DESC, path LIMIT 10`,
  },
  {
    name: 'list of countries, page and channel',
    dimension: 'country',
    filters: ['page:starts-with:/catalogue/item-1', 'channel:is:Paid'],
    raw: `SELECT country, count(DISTINCT (day - DATE '1970-01-01') * 4294967296 + visit_no) AS visits,
        ${visitorsOfHits} AS visitors, count(*) FILTER ((flags & 1) <> 0) AS page_views FROM HITS
      WHERE (flags & 3) <> 0 AND starts_with(path, '/catalogue/item-1') AND channel = 'Paid'
      GROUP BY country ORDER BY visitors DESC, country LIMIT 10`,
  },
  {
    name: 'summary, one filter',
    filters: ['country:is:DE'],
    budgetMs: 60,
    raw: `SELECT count(*) AS visits, ${visitors} AS visitors, sum(page_views) AS page_views, sum(events) AS events,
        count(*) FILTER (is_bounce) AS bounces, sum(engaged_ms) AS engaged_ms, sum(orders) AS orders,
        sum(revenue) AS revenue, count(*) FILTER (orders > 0) AS conversions FROM VISITS WHERE country = 'DE'`,
  },
];

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

/** The address of a single question. */
export function toQuestionUrl(
  companyId: string,
  to: Date,
  { dimension, filters }: { dimension?: string; filters: readonly string[] },
): string {
  return dimension === undefined
    ? `${apiPaths.statsSummary(companyId)}?${toQuery(to, {}, filters)}`
    : `${apiPaths.statsBreakdown(companyId)}?${toQuery(to, { dimension }, filters)}`;
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
