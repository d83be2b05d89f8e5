/** The type of the amount of one order or refund. */
const amountType = 'DECIMAL(18,4)';
/** The type of the sum of any number of amounts: the widest that DuckDB has. */
export const sumType = 'DECIMAL(38,4)';

/** Types of the columns that are not VARCHAR. */
export const columnTypes: Record<'visits' | 'hits', Record<string, string>> = {
  visits: {
    day: 'DATE',
    visit_no: 'INTEGER',
    visitor_no: 'INTEGER',
    visitor: 'BIGINT',
    started_at: 'TIMESTAMP',
    page_views: 'INTEGER',
    events: 'INTEGER',
    orders: 'INTEGER',
    engaged_ms: 'BIGINT',
    revenue: sumType,
    priced_orders: 'INTEGER',
    verified_orders: 'INTEGER',
    verified_revenue: sumType,
    verified_priced_orders: 'INTEGER',
    is_bounce: 'BOOLEAN',
    is_only_visit: 'BOOLEAN',
    is_first_visit: 'BOOLEAN',
  },
  hits: {
    day: 'DATE',
    visit_no: 'INTEGER',
    visitor_no: 'INTEGER',
    at: 'TIMESTAMP',
    visit_started_at: 'TIMESTAMP',
    is_page_view: 'BOOLEAN',
    is_event: 'BOOLEAN',
    engaged_ms: 'INTEGER',
    amount: amountType,
    foreign_amount: amountType,
    is_verified: 'BOOLEAN',
    first_path: 'BOOLEAN',
    first_host: 'BOOLEAN',
    first_event: 'BOOLEAN',
    first_path_of_visitor: 'BOOLEAN',
    first_host_of_visitor: 'BOOLEAN',
    first_event_of_visitor: 'BOOLEAN',
    is_only_visit: 'BOOLEAN',
  },
};
