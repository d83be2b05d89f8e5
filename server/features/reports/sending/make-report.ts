import type { ReportTemplate } from '../../../../contract/reports/report-template.ts';
import type { Db } from '../../../db/client.ts';
import { runLocked } from '../../../db/locks.ts';
import { AppError } from '../../../platform/errors.ts';
import { toAppError } from '../../../platform/http/error-handler.ts';
import { ReportNotCounted } from '../content/gather-content.ts';
import { groupBy } from '../group-by.ts';
import {
  type CurrentRecipient,
  type ReportScope,
  toCurrentRecipient,
  toScopeText,
} from '../recipients/recipient-scope.ts';
import { listRecipientRows } from '../recipients/recipients.queries.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import { readTemplate } from '../template/report-template.ts';
import { deliver, recordUnwritten, toAgeMs, type WantedDelivery } from './deliver.ts';
import { findOrGatherContent } from './find-or-gather-content.ts';
import { makeReportJob } from './make-report-job.ts';
import {
  findUnmadeReport,
  listDeliveredTo,
  markReportMade,
  type ReportOfCompany,
  type StoredContent,
} from './sending.queries.ts';
import { toPdfReader, writePdf } from './write-report.ts';

/** The wait while another process makes the report. A process that ended has lost its lock. */
const busySeconds = 15;
/** After this time a mail that cannot be written is listed as failed. */
const writtenWithinMs = 3_600_000;
/** The time for what passes by itself: a server that was down for an hour is busy after its start. */
const availableWithinMs = 24 * 3_600_000;

/**
 * Makes the mails of a released report, one for each recipient that has none. Can be interrupted at any step and repeated:
 * each mail is queued in the transaction that stores its delivery, whose number is unique.
 */
export async function makeReport(deps: ReportsDeps, id: string): Promise<void> {
  const hasRun = await runLocked(deps.db, { lock: 'report', id }, async () => {
    const report = await findUnmadeReport(deps.db, id);
    if (report) await makeMails(deps, report);
  });
  if (!hasRun) await deps.jobs.send(deps.db, makeReportJob, id, busySeconds);
}

async function makeMails(deps: ReportsDeps, report: ReportOfCompany): Promise<void> {
  const { db, jobs } = deps;
  if (await makeForAll(deps, report, await listMissing(db, report)))
    await markReportMade(db, report.id, new Date());
  else await jobs.send(db, makeReportJob, report.id, toWaitSeconds(report));
}

/** False if a mail is missing and has to be tried again. */
async function makeForAll(
  deps: ReportsDeps,
  report: ReportOfCompany,
  recipients: CurrentRecipient[],
): Promise<boolean> {
  let template: ReportTemplate;
  try {
    template = (await readTemplate(deps.db)).template;
  } catch (err) {
    return failOrWait(deps, { report, recipients }, err);
  }
  let isComplete = true;
  for (const group of groupBy(recipients, ({ sees }) => toScopeText(sees)).values()) {
    const [first] = group;
    if (!first) continue;
    const isMade = await makeForScope(deps, { report, template, sees: first.sees, recipients: group });
    isComplete &&= isMade;
  }
  return isComplete;
}

/**
 * The recipients of now that have no mail yet: subscribed, and with an access that works. An access can get the address of another
 * recipient: then the address gets one mail, by that access, or else by the entry that is older. An address that has unsubscribed
 * gets none.
 */
async function listMissing(db: Db, report: ReportOfCompany): Promise<CurrentRecipient[]> {
  const now = new Date();
  const delivered = await listDeliveredTo(db, report.id);
  const all = (await listRecipientRows(db, report.company_id)).map((row) => ({
    row,
    recipient: toCurrentRecipient(row, now),
  }));
  const due = all.filter(
    ({ row, recipient }) =>
      (report.kind === 'weekly' ? row.is_weekly : row.is_monthly) &&
      recipient.isSubscribed &&
      recipient.problem === null,
  );
  const unsubscribed = new Set(
    all.flatMap(({ recipient }) => (recipient.isSubscribed ? [] : [recipient.email.toLowerCase()])),
  );
  const byAddress = groupBy(due, ({ recipient }) => recipient.email.toLowerCase());
  return [...byAddress].flatMap(([address, same]) => {
    if (unsubscribed.has(address) || same.some(({ row }) => delivered.has(row.id))) return [];
    const chosen = same.find(({ row }) => row.access_id !== null) ?? same[0];
    return chosen ? [chosen.recipient] : [];
  });
}

interface ScopeGroup {
  report: ReportOfCompany;
  template: ReportTemplate;
  sees: ReportScope;
  recipients: CurrentRecipient[];
}

/** False if a mail is missing and has to be tried again. A recipient whose mail fails does not keep others from theirs. */
async function makeForScope(deps: ReportsDeps, group: ScopeGroup): Promise<boolean> {
  const { report, recipients } = group;
  let content: StoredContent;
  try {
    content = await findOrGatherContent(deps, group);
  } catch (err) {
    return failOrWait(deps, group, err);
  }
  const pdfs = new Map<string, Promise<Buffer>>();
  let isComplete = true;
  for (const recipient of recipients) {
    const wanted = { report, content, recipient, number: 0 };
    const isDone = await tryToDeliver(deps, wanted, () => {
      if (!group.template.attachesPdf) return undefined;
      const { locale } = recipient;
      const pdf = pdfs.get(locale) ?? writePdf(deps, content.content, toPdfReader(report, locale));
      pdfs.set(locale, pdf);
      return pdf;
    });
    isComplete &&= isDone;
  }
  return isComplete;
}

async function tryToDeliver(
  deps: ReportsDeps,
  wanted: WantedDelivery,
  getPdf: () => Promise<Buffer> | undefined,
): Promise<boolean> {
  try {
    return (await deliver(deps, wanted, getPdf)) !== 'changed';
  } catch (err) {
    const { report, recipient } = wanted;
    deps.log.warn({ err, reportId: report.id, recipientId: recipient.id }, 'a report could not be written');
    if (mayStillSucceed(report, err)) return false;
    const error = 'The report could not be written. Try again, or ask the operator of the server.';
    await recordUnwritten(deps.db, wanted, error);
    return true;
  }
}

/**
 * True if the report is listed as failed for these recipients, which have no content; false if it has to be tried again.
 * Counting events may take long and continues by itself: it is waited for.
 */
async function failOrWait(
  deps: ReportsDeps,
  { report, recipients }: Pick<ScopeGroup, 'report' | 'recipients'>,
  err: unknown,
): Promise<boolean> {
  if (err instanceof ReportNotCounted) return false;
  deps.log.warn({ err, reportId: report.id }, 'the content of a report could not be gathered');
  if (mayStillSucceed(report, err)) return false;
  const usual =
    'The content of the report could not be gathered. Try again, or ask the operator of the server.';
  const error = err instanceof AppError ? err.message : usual;
  for (const recipient of recipients)
    await recordUnwritten(deps.db, { report, content: null, recipient, number: 0 }, error);
  return true;
}

const mayStillSucceed = (report: ReportOfCompany, err: unknown): boolean =>
  toAgeMs(report) < (toAppError(err).status === 503 ? availableWithinMs : writtenWithinMs);

/** Soon at first, then less and less often, at least hourly. */
function toWaitSeconds(report: ReportOfCompany): number {
  return Math.round(Math.min(Math.max(toAgeMs(report) / 4_000, 15), 3_600));
}
