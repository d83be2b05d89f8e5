import { type AccessRight, accessRightTexts } from '../../../../contract/company/access-rights.ts';
import type {
  ReportContent,
  ReportKind,
  ReportSection,
} from '../../../../contract/reports/report-content.ts';
import type { ReportSectionName, ReportTemplate } from '../../../../contract/reports/report-template.ts';
import type { PendingEvents } from '../../../../contract/stats/answers.ts';
import { type AccessScope, missingRight } from '../../access/access.ts';
import { requireShownCompany } from '../../companies/companies.ts';
import { openQuestion, type StatsDeps, summarize } from '../../stats/stats.ts';
import { toReportQuestion } from './report-question.ts';
import {
  type AskedReport,
  gatherChart,
  gatherConversions,
  gatherFigures,
  gatherLists,
  gatherNotes,
  gatherOrders,
} from './sections.ts';

export interface AskedContent {
  companyId: string;
  kind: ReportKind;
  /** Local days, inclusive: of a whole calendar month for a monthly report. */
  firstDay: string;
  lastDay: string;
  template: ReportTemplate;
  /** The agency's own words about this period; empty for none. */
  comment: string;
  /** The rights of the reader. A report needs the dashboard; without `orders` it has no section of orders. */
  rights: ReadonlySet<AccessRight>;
  scope: AccessScope;
  now: Date;
  /** A preview is shown although its newest events are not counted yet. */
  isPreview?: boolean;
}

/** Some events of the period are stored, but not counted yet. The report can be made later. */
export class ReportNotCounted extends Error {
  constructor(companyId: string) {
    super(`the newest events of company ${companyId} are not counted yet`);
    this.name = 'ReportNotCounted';
  }
}

/**
 * The content of a report for one set of rights, with the numbers that the portal shows for the same period and rights. `reader`: of one
 * turn, opened for this report, so that it knows what its answers do not count.
 * @throws {ReportNotCounted} while the newest events of the period are not counted.
 */
export async function gatherContent(deps: StatsDeps, asked: AskedContent): Promise<ReportContent> {
  const { companyId, kind, firstDay, lastDay, template, rights } = asked;
  if (!rights.has('dashboard')) throw missingRight(accessRightTexts.dashboard.label);
  const scope = { ...asked.scope, seesMoney: asked.scope.seesMoney && template.hasMoney };
  const { company, hasShop } = await requireShownCompany(deps.db, companyId);
  const { timeZone } = company;
  const { query, now } = toReportQuestion(
    { kind, firstDay, lastDay, compare: template.compare },
    {
      ...{ timeZone, now: asked.now },
    },
  );
  const asker = { companyId, scope, now };
  const [opened, summary] = await Promise.all([
    openQuestion(deps, { ...asker, query }),
    summarize(deps, { ...asker, query }),
  ]);
  const report: AskedReport = { asker, query, opened, summary, hasShop };
  const found = await gatherSections(deps, report, rights, template.sections);
  const { range, compared } = opened.period;
  if (!asked.isPreview) requireCounted(asked, deps.reader.findPending(opened.dataset), [range, compared]);
  const sections = template.sections.flatMap((name) => found.get(name) ?? []);
  return {
    company: { id: companyId, name: company.name, timeZone, currency: company.currency },
    ...{ kind, firstDay, lastDay, compare: template.compare },
    comparedFirstDay: compared?.firstDay ?? null,
    comparedLastDay: compared?.lastDay ?? null,
    subject: template.subject,
    intro: template.intro,
    comment: asked.comment,
    closing: template.closing,
    hasMoney: sections.some(isAboutMoney),
    source: opened.head.source,
    sections,
  };
}

/** The sections that have something in them. */
async function gatherSections(
  deps: StatsDeps,
  report: AskedReport,
  rights: ReadonlySet<AccessRight>,
  names: readonly ReportSectionName[],
): Promise<Map<ReportSectionName, ReportSection>> {
  const wants = (name: ReportSectionName) => names.includes(name);
  // All are awaited together: one that fails while another is awaited alone would be an unhandled rejection.
  const [lists, ...others] = await Promise.all([
    gatherLists(deps, report, wants),
    wants('figures') ? gatherFigures(deps, report) : null,
    wants('chart') ? gatherChart(deps, report) : null,
    wants('goals') ? gatherConversions(deps, report) : null,
    wants('orders') && rights.has('orders') ? gatherOrders(deps, report) : null,
    wants('notes') ? gatherNotes(deps, report) : null,
  ]);
  const sections = [...others, ...lists, { kind: 'link' as const }];
  return new Map(sections.flatMap((section) => (section ? [[section.kind, section]] : [])));
}

const isAboutMoney = (section: ReportSection): boolean =>
  (section.kind === 'figures' && section.figures.some(({ metric }) => metric === 'revenue')) ||
  (section.kind === 'orders' && section.money !== null);

interface Span {
  from: number;
  to: number;
  firstDay: string;
  lastDay: string;
}

/**
 * Throws unless everything is counted that had arrived when these spans ended. Of a span that is not over, as in a preview, the newest
 * events may be missing as in the portal.
 */
function requireCounted(
  { companyId, now }: Pick<AskedContent, 'companyId' | 'now'>,
  pending: PendingEvents | null,
  spans: readonly (Span | null)[],
): void {
  if (!pending) return;
  const isCounted = (span: Span | null) =>
    span === null ||
    (pending.kind === 'newest'
      ? now.getTime() <= span.to || Date.parse(pending.countedUpTo) >= span.to
      : pending.counted.some(({ first, last }) => first <= span.firstDay && span.lastDay <= last));
  if (!spans.every(isCounted)) throw new ReportNotCounted(companyId);
}
