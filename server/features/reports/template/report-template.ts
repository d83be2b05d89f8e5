import { isDeepStrictEqual } from 'node:util';
import {
  reportTemplate,
  type StoredReportTemplate,
  usualReportTemplate,
} from '../../../../contract/reports/report-template.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { findNewestTemplate, insertTemplate } from './report-template.queries.ts';

/** The template in use. Throws a 409 for one that only a newer release can read. */
export async function readTemplate(tx: Tx): Promise<StoredReportTemplate> {
  const newest = await findNewestTemplate(tx);
  if (!newest) return { version: 0, template: usualReportTemplate };
  const parsed = reportTemplate.safeParse(newest.template);
  if (parsed.success) return { version: newest.version, template: parsed.data };
  const message =
    'The template was saved by another release, which this server cannot read. Upgrade this server first.';
  throw new AppError(409, 'conflict', message, { cause: parsed.error });
}

/** Saves a new version. Throws a 409 if another one was saved since the changed one was read. */
export async function saveTemplate(
  db: Db,
  by: Actor,
  { version, template }: StoredReportTemplate,
): Promise<StoredReportTemplate> {
  return db.transaction(async (tx) => {
    const current = await readTemplate(tx);
    if (current.version !== version) throw changedSince();
    // A repeated click changes nothing.
    if (isDeepStrictEqual(current.template, template)) return current;
    const row = { version: version + 1, template, changed_by: by.name, changed_at: new Date() };
    if (!(await insertTemplate(tx, row))) throw changedSince();
    const object = `version ${row.version}`;
    await recordAudit(tx, by, { action: 'report-template.changed', object, objectId: String(row.version) });
    return { version: row.version, template };
  });
}

const changedSince = () =>
  new AppError(
    409,
    'conflict',
    'Another owner has saved another template since you opened this page. Your changes were not saved.',
    { field: 'version' },
  );
