import { randomUUID } from 'node:crypto';
import type { ReportTemplate } from '../../../../contract/reports/report-template.ts';
import { gatherContent } from '../content/gather-content.ts';
import { type ReportScope, toScopeText } from '../recipients/recipient-scope.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import { findContent, insertContent, type ReportOfCompany, type StoredContent } from './sending.queries.ts';

interface AskedContent {
  report: ReportOfCompany;
  template: ReportTemplate;
  sees: ReportScope;
}

/**
 * The content as it was first gathered for these rights.
 * @throws {ReportNotCounted} while the newest events of the period are not counted.
 */
export async function findOrGatherContent(
  deps: Pick<ReportsDeps, 'db' | 'parts'>,
  { report, template, sees }: AskedContent,
): Promise<StoredContent> {
  const { db } = deps;
  const scope = toScopeText(sees);
  const known = await findContent(db, report.id, scope);
  if (known) return known;
  const now = new Date();
  const content = await gatherContent(await toContentDeps(deps), {
    ...{ companyId: report.company_id, kind: report.kind, comment: report.comment, template, now },
    ...{ firstDay: report.first_day, lastDay: report.last_day, ...sees },
  });
  await insertContent(db, { id: randomUUID(), report_id: report.id, scope, content, created_at: now });
  // If another process stored content in the meantime, everyone gets that content.
  const stored = await findContent(db, report.id, scope);
  if (!stored) throw new Error(`the report ${report.id} was deleted while it was gathered`);
  return stored;
}

export async function toContentDeps({ db, parts }: Pick<ReportsDeps, 'db' | 'parts'>) {
  return { db, reader: (await parts).openReader() };
}
