import { currency as currencyCode } from '../../../contract/company/companies.ts';
import { toComparableGroup } from '../../../contract/company/company-groups.ts';
import {
  type OverviewDimension,
  type OverviewValues,
  overviewValuesMax,
} from '../../../contract/company/overview.ts';
import { addDecimals } from '../../../contract/rules/decimal.ts';
import { type CompanyValues, listCompanyValues } from '../stats/figures/values.ts';
import { listOverviewCompanies, listRevisions, type OverviewCompany } from './overview.queries.ts';
import {
  type AskedPeriod,
  createPeriods,
  type OverviewAsked,
  type OverviewDeps,
  toFiguresKey,
} from './overview.ts';
import type { SharedWork } from './shared-work.ts';

interface ValuesDeps extends Omit<OverviewDeps, 'figures'> {
  /** The lists of companies that this process knows. */
  values: SharedWork<CompanyValues>;
}

interface ValuesAsked extends Omit<OverviewAsked, 'ids'> {
  dimension: OverviewDimension;
  group: string | undefined;
}

/** The values of a dimension, summed over the companies of a member by currency. */
export async function listOverviewValues(
  { db, reader, admission, values }: ValuesDeps,
  { scope, dimension, group, query: given, now, ...waiting }: ValuesAsked,
): Promise<OverviewValues> {
  // Nothing is compared, so periods with different comparisons share a list.
  const query: AskedPeriod = { ...given, compare: 'none' };
  const companies = (await listOverviewCompanies(db, scope, null)).filter(
    (company) => company.demo_dataset_id === null && isInGroup(company, group),
  );
  const revisions = await listRevisions(
    db,
    companies.map(({ id }) => id),
  );
  const periodOf = createPeriods(query, now);
  const tasks = companies.map((company) => ({
    key: `${dimension} ${toFiguresKey(company, revisions, periodOf(company.time_zone))}`,
    compute: () =>
      listCompanyValues({ reader: reader.inTurn(admission.overviewTurn) }, company, {
        query,
        now,
        dimension,
      }),
  }));
  const outcomes = await values.ask(tasks, waiting);
  const known = outcomes.flatMap((outcome, at) => {
    const company = companies[at];
    return outcome.is === 'known' && company ? [{ company, rows: outcome.value.rows }] : [];
  });
  return {
    rows: sumValues(known),
    companies: known.length,
    isComplete: outcomes.every(({ is }) => is !== 'later'),
  };
}

const isInGroup = ({ groups }: OverviewCompany, group: string | undefined): boolean =>
  group === undefined || groups.some((each) => toComparableGroup(each) === toComparableGroup(group));

interface Sum {
  visitors: number;
  orders: number;
  revenue: string;
  companies: number;
}

/** More than any currency has. */
const moneyDigits = 4;

function sumValues(
  known: readonly { company: OverviewCompany; rows: CompanyValues['rows'] }[],
): OverviewValues['rows'] {
  const byValue = new Map<string, Map<string, Sum>>();
  for (const { company, rows } of known) {
    for (const { value, visitors, orders, revenue } of rows) {
      const byCurrency = byValue.get(value) ?? new Map<string, Sum>();
      const sum = byCurrency.get(company.currency) ?? { visitors: 0, orders: 0, revenue: '0', companies: 0 };
      byCurrency.set(company.currency, {
        visitors: sum.visitors + visitors,
        orders: sum.orders + orders,
        revenue: addDecimals([sum.revenue, revenue], moneyDigits),
        companies: sum.companies + 1,
      });
      byValue.set(value, byCurrency);
    }
  }
  return [...byValue]
    .map(([value, byCurrency]) => toRow(value, byCurrency))
    .sort((a, b) => b.visitors - a.visitors || (a.value < b.value ? -1 : 1))
    .slice(0, overviewValuesMax);
}

function toRow(value: string, byCurrency: ReadonlyMap<string, Sum>): OverviewValues['rows'][number] {
  const currencies = [...byCurrency]
    .map(([code, sum]) => ({ ...sum, currency: currencyCode.parse(code), revenue: Number(sum.revenue) }))
    .sort((a, b) => b.visitors - a.visitors || (a.currency < b.currency ? -1 : 1));
  const add = (name: 'visitors' | 'companies') => currencies.reduce((all, each) => all + each[name], 0);
  return { value, visitors: add('visitors'), companies: add('companies'), currencies };
}
