import type {
  Report,
  ReportDelivery,
  ReportState,
  ReportWithDeliveries,
} from '../../../../contract/reports/reports.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { companyNotFound } from '../../access/access.ts';
import { requireLockedCompany } from '../../access/accesses/accesses.ts';
import { type CompanyScope, isInScope } from '../../sessions/sessions.ts';
import { toPeriodName } from '../periods/report-periods.ts';
import { makeReportJob } from '../sending/make-report-job.ts';
import { reportNotFound, requirePeriod } from './require-report.ts';
import {
  findListedReport,
  type ListedDeliveryRow,
  type ListedReportRow,
  listCompanyReportRows,
  listDeliveryRows,
  listPlace,
  listReportRows,
  releaseHeld,
  updateComment,
  updateState,
} from './review.queries.ts';

const pageSize = 50;
/** Reports of one company: two years of months and weeks. */
const companyReportsMax = 130;

/** A page of the reports of a member's companies. */
export async function listReports(
  tx: Tx,
  scope: CompanyScope,
  { state, cursor }: { state?: ReportState | undefined; cursor?: string | undefined },
): Promise<{ reports: Report[]; next: string | null }> {
  const found = await listReportRows(tx, { scope, state, after: readPlace(cursor), max: pageSize + 1 });
  const shown = found.slice(0, pageSize);
  const last = found.length > pageSize ? shown.at(-1) : undefined;
  return { reports: shown.map(toReport), next: last ? toPlace(last) : null };
}

const toPlace = ({ is_first, first_day, id }: ListedReportRow) => `${is_first ? 1 : 0}_${first_day}_${id}`;

function readPlace(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const parsed = listPlace.safeParse(cursor.split('_'));
  // PostgreSQL has no year 0.
  if (parsed.success && !parsed.data[1].startsWith('0000')) return parsed.data;
  const message = 'This is not a cursor of this list. Start again with the first page.';
  throw new AppError(400, 'invalid-request', message, { field: 'cursor' });
}

export async function listCompanyReports(tx: Tx, companyId: string): Promise<Report[]> {
  return (await listCompanyReportRows(tx, companyId, companyReportsMax)).map(toReport);
}

interface NamedReport {
  companyId: string;
  /** As in addresses. */
  period: string;
}

async function requireListedReport(tx: Tx, { companyId, period }: NamedReport): Promise<ListedReportRow> {
  const row = await findListedReport(tx, companyId, requirePeriod(period));
  if (!row) throw reportNotFound();
  return row;
}

export async function readReport(tx: Tx, named: NamedReport): Promise<ReportWithDeliveries> {
  const row = await requireListedReport(tx, named);
  const deliveries = await listDeliveryRows(tx, row.id);
  return { ...toReport(row), deliveries: deliveries.map(toDelivery) };
}

/** Changes the comment of a report that is not sent yet. Throws a 409 if another version is stored. */
export async function changeComment(
  db: Db,
  named: NamedReport,
  change: { comment: string; version: number },
  by: Actor,
): Promise<Report> {
  return db.transaction(async (tx) => {
    const { companyId } = named;
    await requireLockedCompany(tx, companyId);
    const row = await requireListedReport(tx, named);
    if (row.state === 'released' || row.state === 'skipped') throw notHeld(row.state);
    // A repeated click changes nothing.
    if (row.comment === change.comment) return toReport(row);
    if (!(await updateComment(tx, { companyId, reportId: row.id }, change)))
      throw new AppError(
        409,
        'conflict',
        'Another member has changed this comment since you opened the page. Your comment was not saved.',
        { field: 'version' },
      );
    await recordAudit(tx, by, { action: 'report.commented', object: toObject(row), objectId: companyId });
    return toReport(await requireListedReport(tx, named));
  });
}

/** Skips a held report, or holds a skipped one again. */
export async function changeState(
  db: Db,
  named: NamedReport,
  state: 'held' | 'skipped',
  by: Actor,
): Promise<Report> {
  return db.transaction(async (tx) => {
    const { companyId } = named;
    await requireLockedCompany(tx, companyId);
    const row = await requireListedReport(tx, named);
    if (row.state === state) return toReport(row);
    if (!(await updateState(tx, { companyId, reportId: row.id }, state))) throw notHeld(row.state);
    await recordAudit(tx, by, { action: `report.${state}`, object: toObject(row), objectId: companyId });
    return toReport(await requireListedReport(tx, named));
  });
}

/** Sends held reports; others are left as they are. Throws a 404, and sends none, if a company is not the member's. */
export async function releaseReports(
  { db, jobs }: { db: Db; jobs: Pick<Jobs, 'send'> },
  named: readonly NamedReport[],
  { by, scope }: { by: Actor; scope: CompanyScope },
): Promise<number> {
  return db.transaction(async (tx) => {
    for (const companyId of new Set(named.map((each) => each.companyId)))
      if (!(await isInScope(tx, scope, companyId))) throw companyNotFound();
    let released = 0;
    for (const each of sortForLocks(named)) {
      const at = new Date();
      const id = await releaseHeld(tx, each.companyId, requirePeriod(each.period), { at, by: by.name });
      if (id === undefined) continue;
      const row = await requireListedReport(tx, each);
      await recordAudit(tx, by, {
        ...{ action: 'report.released', object: toObject(row), objectId: row.company_id },
      });
      await jobs.send(tx, makeReportJob, id);
      released += 1;
    }
    return released;
  });
}

/** In one order, so that two clicks at once do not wait for each other. */
const sortForLocks = (named: readonly NamedReport[]) =>
  named.toSorted((one, other) =>
    `${one.companyId} ${one.period}` < `${other.companyId} ${other.period}` ? -1 : 1,
  );

const toObject = ({ company, kind, first_day }: ListedReportRow) =>
  `${toPeriodName(kind, first_day)} of ${company}`;

function notHeld(state: ReportState): AppError {
  const messages: Record<ReportState, string> = {
    planned: 'The period of this report is not over yet.',
    held: 'This report is held.',
    released: 'This report was sent already.',
    skipped: 'This report is skipped. Hold it again first.',
  };
  return new AppError(409, 'conflict', messages[state]);
}

function toReport(row: ListedReportRow): Report {
  return {
    companyId: row.company_id,
    company: row.company,
    period: toPeriodName(row.kind, row.first_day),
    ...{ kind: row.kind, firstDay: row.first_day, lastDay: row.last_day, state: row.state },
    ...{ comment: row.comment, commentVersion: row.comment_version, recipientCount: row.recipient_count },
    ...{ releasedAt: row.released_at?.toISOString() ?? null, releasedBy: row.released_by },
    mails: { waiting: row.waiting, sent: row.sent, failed: row.failed, opened: row.opened },
  };
}

function toDelivery(row: ListedDeliveryRow): ReportDelivery {
  return {
    ...{ id: row.id, name: row.name, email: row.email, number: row.number, state: row.state },
    error: row.error,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    openedAt: row.opened_at?.toISOString() ?? null,
  };
}
