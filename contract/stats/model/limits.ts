/** Limits of one question. */
export const statsLimits = {
  filters: 20,
  /** Values of one filter. */
  filterValues: 50,
  /** Values of all filters together: the time of a question grows with them. */
  allFilterValues: 100,
  /** Values that are searched in texts, of all filters together: each needs ten times as long as another value. */
  searchedFilterValues: 25,
  /** Filters on the other page views and events of a visit. Each needs the memory of a list of visits. */
  withinVisitFilters: 5,
  /** A referrer is a host and a path. */
  filterValueLength: 600,
  searchLength: 200,
  rows: 1_000,
  /** Lists of one request. */
  lists: 8,
  page: 1_000,
  rangeDays: 3_700,
  points: 3_000,
  propertyNameLength: 40,
} as const;
