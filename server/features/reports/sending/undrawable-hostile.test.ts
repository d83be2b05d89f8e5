import { afterAll, beforeAll, expect, test } from 'vitest';
import { usualReportTemplate } from '../../../../contract/reports/report-template.ts';
import { anAdmin, type TestAccount } from '../../../testing/accounts/accounts.ts';
import { aCompany } from '../../../testing/builders.ts';
import { aLogo, saveBrand, storeLogo } from '../../../testing/company-brands.ts';
import { aReleasedReport, aReportHarness } from '../../../testing/reports/report-harness.ts';
import { aRecipient, readSentMail } from '../../../testing/reports/reporting-company.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { Drawing } from '../../agency/drawing/drawing.ts';
import { DrawingFailed } from '../../agency/drawing/drawing-errors.ts';
import type { JobInputs, JobKind, JobOutputs } from '../../agency/drawing/drawing-jobs.ts';
import { StatsReader } from '../../stats/reader.ts';
import { makeReport } from './make-report.ts';

/** Ends at the drawings that `fails` names, and draws all others. */
class FailingDrawing extends Drawing {
  readonly #fails: (kind: JobKind, input: unknown) => boolean;

  constructor(fails: (kind: JobKind, input: unknown) => boolean) {
    super({ maxJobMs: 60_000, maxStartMs: 100_000 });
    this.#fails = fails;
  }

  override async run<Kind extends JobKind>(kind: Kind, input: JobInputs[Kind]): Promise<JobOutputs[Kind]> {
    if (this.#fails(kind, input)) throw new DrawingFailed('the drawing process ended');
    return super.run(kind, input);
  }
}

let t: TestApp;
let admin: TestAccount;
const drawings: Drawing[] = [];
beforeAll(async () => {
  t = await buildTestApp();
  admin = await anAdmin(t);
  await t.db.query(
    `INSERT INTO report_templates (version, template, changed_by, changed_at) VALUES (1, $1, 'test', now())`,
    [{ ...usualReportTemplate, sections: ['chart', 'link'], attachesPdf: true }],
  );
});
afterAll(async () => {
  await Promise.all(drawings.map((drawing) => drawing.close()));
  await t.close();
});

function harnessWith(fails: (kind: JobKind, input: unknown) => boolean) {
  const drawing = new FailingDrawing(fails);
  const openReader = () => new StatsReader(t.server.segments);
  const harness = aReportHarness(t, { parts: Promise.resolve({ openReader, drawing }) });
  drawings.push(drawing);
  return harness;
}

async function aReport(releasedAt?: Date) {
  const { company } = await aCompany(t.db);
  const { email } = await aRecipient(t, admin, company.id);
  return { companyId: company.id, email, id: await aReleasedReport(t.db, company.id, releasedAt) };
}

const listTypes = (mail: Awaited<ReturnType<typeof readSentMail>>) =>
  mail.attachments.map(({ mimeType }) => mimeType).sort();
const anHourAgo = () => new Date(Date.now() - 3_600_000);

test.each<JobKind>(['draw-report-chart', 'draw-report-pdf'])(
  'a mail waits while %s fails, and is sent complete once it works',
  async (failing) => {
    let isBroken = true;
    const { deps, sent } = harnessWith((kind) => isBroken && kind === failing);
    const { id, email } = await aReport();
    await makeReport(deps, id);
    expect(sent).toMatchObject([{ name: 'make-report', id, afterSeconds: expect.any(Number) }]);
    isBroken = false;
    await makeReport(deps, id);
    expect(listTypes(await readSentMail(t, email))).toEqual(['application/pdf', 'image/png', 'image/png']);
  },
);

test.each<[JobKind, string[]]>([
  ['draw-report-chart', ['application/pdf']],
  ['draw-report-pdf', ['image/png', 'image/png']],
])('a late mail is sent without what %s cannot draw', async (failing, attached) => {
  const { deps, sent } = harnessWith((kind) => kind === failing);
  const { id, email } = await aReport(anHourAgo());
  await makeReport(deps, id);
  expect(sent).toEqual([]);
  const mail = await readSentMail(t, email);
  expect(listTypes(mail)).toEqual(attached);
  expect(mail.text).toContain('/report#');
  expect(mail.html?.includes('cid:')).toBe(attached.includes('image/png'));
});

test('a PDF whose logo cannot be drawn is drawn without it', async () => {
  const digest = await storeLogo(t, admin.cookie, { content: aLogo('#0b5fff') });
  const drawn: boolean[] = [];
  const { deps } = harnessWith((kind, input) => {
    if (kind !== 'draw-report-pdf') return false;
    const hasLogo = JSON.stringify(input).includes('"logo"');
    drawn.push(hasLogo);
    return hasLogo;
  });
  const { id, email, companyId } = await aReport();
  await saveBrand(t, admin.cookie, companyId, { name: 'Harbour', logoLight: digest });
  await makeReport(deps, id);
  expect(listTypes(await readSentMail(t, email))).toContain('application/pdf');
  expect(drawn).toEqual([true, false]);
});
