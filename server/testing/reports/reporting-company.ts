import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { type ReportRecipient, reportRecipient } from '../../../contract/reports/reports.ts';
import { anEmail, send, type TestAccount } from '../accounts/accounts.ts';
import { aCompany } from '../builders.ts';
import type { TestApp } from '../test-app.ts';

/** A month that is over, whatever the clock of the machine shows. */
export const pastMonth = { period: 'monthly-2026-08-01', firstDay: '2026-08-01', lastDay: '2026-08-31' };

/** A person without an access, who gets both kinds of reports. */
export const aPlainRecipient = (given: Record<string, unknown> = {}) => ({
  ...{ name: 'Mia Sand', email: anEmail(), locale: 'en-GB', seesMoney: true },
  ...{ isWeekly: true, isMonthly: true },
  ...given,
});

export async function aRecipient(
  t: TestApp,
  admin: TestAccount,
  companyId: string,
  given: Record<string, unknown> = aPlainRecipient(),
): Promise<ReportRecipient> {
  const answer = await send(t, apiPaths.reportRecipients(companyId), given, admin);
  if (answer.statusCode !== 201) throw new Error(`the recipient was not added: ${answer.body}`);
  return reportRecipient.parse(answer.json());
}

export interface HeldReport {
  id: string;
  companyId: string;
  period: string;
}

/** A company whose report of a past month waits for its review. */
export async function aHeldReport(t: TestApp, given: { companyId?: string } = {}): Promise<HeldReport> {
  const id = randomUUID();
  const companyId = given.companyId ?? (await aCompany(t.db, { name: 'Harbour & Pine' })).company.id;
  await t.db.query(
    `INSERT INTO reports (company_id, id, kind, first_day, last_day, state, created_at)
     VALUES ($1, $2, 'monthly', $3, $4, 'held', now())`,
    [companyId, id, pastMonth.firstDay, pastMonth.lastDay],
  );
  return { id, companyId, period: pastMonth.period };
}

export const release = (t: TestApp, cookie: string, reports: readonly HeldReport[]) =>
  send(
    t,
    apiPaths.releaseReports,
    { reports: reports.map(({ companyId, period }) => ({ companyId, period })) },
    { cookie },
  );

/** Waits until a mail to the address was sent, and reads it as a mail program does. */
export async function readSentMail(t: TestApp, to: string, index = 0): Promise<Email> {
  const id = await vi.waitFor(
    async () => {
      const { rows } = await t.db.query<{ id: string }>(
        `SELECT id FROM mails WHERE recipient = $1 AND class IN ('report', 'report-test') AND state = 'sent' ORDER BY created_at`,
        [to],
      );
      const found = rows[index]?.id;
      if (found === undefined) throw new Error(`no report was sent to ${to}`);
      return found;
    },
    { timeout: 90_000, interval: 50 },
  );
  const folder = join(t.config.dataDir, 'mail');
  const file = (await readdir(folder)).find((name) => name.startsWith(id));
  if (file === undefined) throw new Error(`the mail ${id} is not in ${folder}`);
  return PostalMime.parse(await readFile(join(folder, file)));
}

export const toHeader = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value;

/** The token after `#` of the first link to a page. */
export function toPageToken({ text = '' }: Email, page: 'report' | 'unsubscribe'): string {
  const [, token] = new RegExp(`/${page}#([\\w-]+)`).exec(text) ?? [];
  if (token === undefined) throw new Error(`there is no link to ${page} in: ${text}`);
  return token;
}
