import { finished, Readable } from 'node:stream';
import { currencyDigits } from '../../../../contract/rules/decimal.ts';
import { type OrderPart, orderParts } from '../../../../contract/shop/orders.ts';
import { noneValue } from '../../../../contract/stats/model/dimensions.ts';
import type { OrdersFileQuery } from '../../../../contract/stats/questions.ts';
import type { Db } from '../../../db/client.ts';
import { csvByteOrderMark, toCsvLine } from '../../../platform/http/files/csv.ts';
import type { AccessScope } from '../../access/access.ts';
import { toMoneyText } from '../metric-values.ts';
import { createLocalTimes } from '../period/local-times.ts';
import type { TimeRange } from '../period/time-range.ts';
import { type Asked, openQuestion, type StatsDeps, toQuestion } from '../stats.ts';
import { toAmountText, toStoredUnits } from './order-amounts.ts';
import {
  type LedgerOrderRow,
  type LedgerRefundRow,
  listLedgerOrders,
  listLedgerRefunds,
} from './orders-file.queries.ts';
import { type OrdersFileRow, toOrdersFileStatement } from './orders-file-rows.ts';
import { toRefundKey } from './refund-key.ts';

/** The head row. docs/orders-file.md explains the columns. */
const columns = [
  ...['counted-on', 'date', 'time', 'at', 'kind', 'order-id', 'refund-id'],
  ...['amount', 'currency', 'tax', 'shipping', 'net'],
  ...['other-currency-amount', 'other-currency-tax', 'other-currency-shipping', 'other-currency-net'],
  ...['counted-as', 'reported-by', 'source', 'channel', 'campaign', 'device', 'country'],
] as const;

/** Rows that are written together. */
const batchRows = 500;

interface OrdersFile {
  name: string;
  /** Ends with an error if a part cannot be read: never before the last row otherwise. */
  content: Readable;
}

/**
 * Every order and refund of a period as CSV, oldest first. The sum of the column `amount` is the revenue of the same question.
 * Without the right to see money, no cell has an amount. The rows are of one revision of the dataset, and memory does not depend on their number.
 */
export async function openOrdersFile(
  { db, reader }: StatsDeps,
  asked: Asked<OrdersFileQuery>,
): Promise<OrdersFile> {
  const opened = await openQuestion({ db, reader }, asked);
  const { dataset, period, head } = opened;
  const { filter, search } = asked.query;
  const question = toQuestion({ filter, goal: undefined }, opened, period.range);
  const rows = await reader.exportRows(dataset, period.range, (sources, path) =>
    toOrdersFileStatement(question, search, sources, path),
  );
  const toLine = createToLine(head.timeZone, head.currency, asked.scope);
  const content = Readable.from(listLines(db, dataset.id, rows, toLine), { objectMode: false });
  // A client may leave before anything is read.
  finished(content, () => rows.destroy());
  return { name: toFileName(period.range), content };
}

/** `orders-2026-10.csv` for a month, otherwise with the first and the last day. */
function toFileName({ firstDay, lastDay, beginsWithDay, endsWithDay }: TimeRange): string {
  const [year = 0, month = 0] = firstDay.split('-').map(Number);
  const endOfMonth = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  const isMonth = firstDay.endsWith('-01') && lastDay === endOfMonth && beginsWithDay && endsWithDay;
  return `orders-${isMonth ? firstDay.slice(0, 7) : `${firstDay}-to-${lastDay}`}.csv`;
}

interface LedgerRows {
  orders: Map<string, LedgerOrderRow>;
  refunds: Map<string, LedgerRefundRow>;
}

async function* listLines(
  db: Db,
  datasetId: string,
  file: Readable,
  toLine: (row: OrdersFileRow, ledger: LedgerRows) => string,
): AsyncGenerator<string> {
  yield csvByteOrderMark + toCsvLine(columns);
  for await (const rows of listBatches(file)) {
    const idsOf = (kind: OrdersFileRow['kind']) => [
      ...new Set(rows.flatMap((row) => (row.kind === kind ? [row.order_id] : []))),
    ];
    const [orderIds, refundedIds] = [idsOf('order'), idsOf('refund')];
    const ledger = {
      orders: orderIds.length > 0 ? await listLedgerOrders(db, datasetId, orderIds) : new Map(),
      refunds: refundedIds.length > 0 ? await listLedgerRefunds(db, datasetId, refundedIds) : new Map(),
    };
    yield rows.map((row) => toLine(row, ledger)).join('');
  }
}

/** The rows of a file with one JSON object a line. A failure to read it is thrown, unlike by `node:readline`. */
async function* listBatches(file: Readable): AsyncGenerator<OrdersFileRow[]> {
  let rest = '';
  let rows: OrdersFileRow[] = [];
  file.setEncoding('utf8');
  for await (const chunk of file) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      rows.push(JSON.parse(line));
      if (rows.length < batchRows) continue;
      yield rows;
      rows = [];
    }
  }
  if (rest !== '') rows.push(JSON.parse(rest));
  if (rows.length > 0) yield rows;
}

type Parts = Record<OrderPart, string>;
const noParts: Parts = { tax: '', shipping: '', net: '' };

function createToLine(timeZone: string, main: string, { seesMoney }: AccessScope) {
  const toOccurred = createLocalTimes(timeZone);
  const toCounted = createLocalTimes(timeZone);
  return (row: OrdersFileRow, { orders, refunds }: LedgerRows): string => {
    const { date, time, offset } = toOccurred(row.at_ms);
    const isRefund = row.kind === 'refund';
    const order = isRefund ? undefined : orders.get(row.order_id);
    const refund = isRefund ? refunds.get(toRefundKey(row.order_id, row.refund_id)) : undefined;
    const currency = row.currency ?? main;
    const units = toStoredUnits(row.amount ?? row.foreign_amount ?? '0');
    const amount = toMoneyText(isRefund ? -units : units, currencyDigits(currency));
    const parts = order && isOfAmount(order, row) ? toParts(order, currency) : noParts;
    // Amounts in other currencies have their own columns, so that the sums of the others are in one currency.
    const none = ['', ...orderParts.map(() => '')];
    const amounts = seesMoney ? [amount, ...orderParts.map((name) => parts[name])] : none;
    const [[ours = '', ...ourParts], others] = row.currency === null ? [amounts, none] : [none, amounts];
    const isVerified = isRefund || row.is_verified === true;
    return toCsvLine([
      ...[toCounted(row.counted_ms).date, date, time, `${date}T${time}${offset}`],
      ...[refund?.kind ?? row.kind, row.order_id, row.refund_id ?? ''],
      ...[ours, currency, ...ourParts, ...others],
      isVerified ? 'verified' : 'reported',
      refund?.verified_by ?? toReporter(order, isVerified),
      ...[row.source, row.channel, row.campaign, row.device, row.country].map(toVisitCell),
    ]);
  };
}

/** The order may have got another amount since the rows were written: its parts are of that one. */
const isOfAmount = (order: LedgerOrderRow, row: OrdersFileRow) =>
  order.foreign_currency === row.currency &&
  Number(order.amount) === Number(row.amount ?? row.foreign_amount ?? 0);

function toParts(order: LedgerOrderRow, currency: string): Parts {
  const toText = (amount: string | null) => (amount === null ? '' : toAmountText(amount, currency));
  return { tax: toText(order.tax), shipping: toText(order.shipping), net: toText(order.net) };
}

/** Empty for an order that was removed since the rows were written. */
function toReporter(order: LedgerOrderRow | undefined, isVerified: boolean): string {
  if (!order) return '';
  if (isVerified) return order.verified_by ?? 'api';
  return order.source === 'verified' ? 'page' : order.source;
}

const toVisitCell = (value: string | null) => (value === null || value === noneValue ? '' : value);
