import { setTimeout as delay } from 'node:timers/promises';
import { currency as currencyCode } from '../../../contract/company/companies.ts';
import type { OverviewFigures, OverviewRow } from '../../../contract/company/overview.ts';
import { currencyDigits } from '../../../contract/rules/decimal.ts';
import { unavailable } from '../../platform/errors.ts';
import { csvByteOrderMark, toCsvLine } from '../../platform/http/files/csv.ts';
import { listOverviewCompanies, type OverviewCompany } from './overview.queries.ts';
import { answerOverview, type OverviewAsked, type OverviewDeps } from './overview.ts';

/** Companies that are read at once. */
const companiesAtOnce = 50;
/** How long figures are waited for in all. Without them there is no file. */
const waitMaxMs = 60_000;
const askedAgainMs = 500;

const figureNames = ['visitors', 'orders', 'revenue', 'conversion rate', 'AI share'] as const;
const heads = [
  ...['company', 'domain', 'groups', 'data', 'currency'],
  ...figureNames.flatMap((name) => [name, `${name} before`]),
  ...['bot share', 'live visitors', 'health', 'last event', 'last opened', 'figures', 'company id'],
];

/**
 * The table of the overview in lines of CSV, newest companies first. Amounts are in the currency of their row and never added up. The
 * last column but one shows whether figures could not be computed, or lack the newest events. Throws a 503 if they are not all there
 * in time: a file that has begun could not show it.
 */
export async function writeOverviewCsv(
  deps: OverviewDeps,
  asked: Omit<OverviewAsked, 'waitMs'>,
): Promise<string[]> {
  const deadline = performance.now() + waitMaxMs;
  const lines = [csvByteOrderMark + toCsvLine(heads)];
  const companies = await listOverviewCompanies(deps.db, asked.scope, asked.ids);
  for (let from = 0; from < companies.length; from += companiesAtOnce) {
    const part = companies.slice(from, from + companiesAtOnce);
    const rows = await readComplete(deps, { ...asked, ids: part.map(({ id }) => id) }, deadline);
    for (const company of part) {
      const row = rows.find(({ id }) => id === company.id);
      // One that was deleted in the meantime is left out.
      if (row) lines.push(toCsvLine(toCells(company, row)));
    }
  }
  return lines;
}

async function readComplete(
  deps: OverviewDeps,
  asked: OverviewAsked,
  deadline: number,
): Promise<OverviewRow[]> {
  for (;;) {
    const waitMs = Math.max(0, deadline - performance.now());
    const { rows, isComplete } = await answerOverview(deps, { ...asked, waitMs });
    if (isComplete) return rows;
    if (asked.signal?.aborted || performance.now() > deadline) throw unavailable();
    await delay(askedAgainMs);
  }
}

function toCells(company: OverviewCompany, row: OverviewRow): string[] {
  const { counts } = row;
  const digits = currencyDigits(currencyCode.parse(company.currency));
  const current = toFigureCells(counts?.current, digits);
  const before = toFigureCells(counts?.before, digits);
  return [
    ...[company.name, company.domain, company.groups.join(', ')],
    company.demo_dataset_id === null ? 'events' : 'demo data',
    company.currency,
    ...figureNames.flatMap((_, at) => [current[at] ?? '', before[at] ?? '']),
    ...[toCell(counts?.botShare), String(row.live), row.health.state],
    ...[row.lastEventAt ?? '', row.lastOpenedAt ?? ''],
    counts === null ? 'not counted' : counts.isPending ? 'without the newest events' : 'complete',
    company.id,
  ];
}

const toCell = (value: number | null | undefined) => (value == null ? '' : String(value));

/** In the order of their names. */
const toFigureCells = (figures: OverviewFigures | null | undefined, digits: number): string[] =>
  figures
    ? [
        ...[String(figures.visitors), String(figures.orders), figures.revenue.toFixed(digits)],
        ...[toCell(figures.conversionRate), toCell(figures.aiShare)],
      ]
    : [];
