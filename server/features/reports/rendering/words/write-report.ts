import type { ReportContent, ReportSection } from '../../../../../contract/reports/report-content.ts';
import { toOneLine } from '../../../../platform/mail/one-line.ts';
import type { WrittenReport, WrittenSection } from '../../../agency/report-drawing/written-report.ts';
import { createReportFormats, type ReportFormats } from './report-formats.ts';
import { toParagraphs } from './report-texts.ts';
import { writeChart } from './write-chart.ts';
import { writeFigures, writeGoals, writeList, writeOrders } from './write-sections.ts';

const nameMax = 100;
const subjectMax = 200;
const previewMax = 140;
const notesMax = 20;

/** Writes a report in English, with the numbers, dates and countries of a locale. Untrusted texts are sanitized and shortened. */
export function writeReport(content: ReportContent, locale: string): WrittenReport {
  const {
    company: { name, currency },
    kind,
    sections,
  } = content;
  const formats = createReportFormats(locale, currency);
  const company = toOneLine(name, nameMax);
  const period = formats.period({ ...content, isMonth: kind === 'monthly' });
  const compared = toComparedPeriod(content, formats);
  const fill = (text: string) => fillIn(text, { company, period });
  return {
    subject: toOneLine(fill(content.subject), subjectMax),
    company,
    period,
    label: kind === 'monthly' ? 'Monthly report' : 'Weekly report',
    comparison: compared === '' ? '' : `Compared with ${compared}`,
    comparedLabel: compared,
    preview: toPreview(content, formats) || `The report of ${company} for ${period}`,
    warning:
      content.source === 'simulated' ? 'These are figures of demo data, not of visitors of the site.' : '',
    intro: toParagraphs(fill(content.intro)),
    comment: toParagraphs(fill(content.comment)),
    closing: toParagraphs(fill(content.closing)),
    sections: sections.map((section) =>
      writeSection(section, { content, formats, period, compared, locale }),
    ),
  };
}

interface Writing {
  content: ReportContent;
  formats: ReportFormats;
  period: string;
  compared: string;
  locale: string;
}

function writeSection(
  section: ReportSection,
  { formats, period, compared, locale }: Writing,
): WrittenSection {
  switch (section.kind) {
    case 'figures':
      return { kind: 'figures', title: 'Key figures', figures: writeFigures(section.figures, formats) };
    case 'chart':
      return writeChart(section, { formats, period, compared, locale });
    case 'goals':
      return writeGoals(section, formats);
    case 'orders':
      return writeOrders(section, formats);
    case 'notes':
      return {
        kind: 'notes',
        title: 'Notes',
        notes: section.notes.slice(0, notesMax).map(({ day, text }) => ({
          day: formats.day(day, { day: 'numeric', month: 'short' }),
          text: toOneLine(text, 300),
        })),
      };
    case 'link':
      return { kind: 'link', title: 'Live figures', action: 'Open the live portal' };
    default:
      return writeList(section, formats);
  }
}

/** Replaces both placeholders in one pass, so that a name that contains one is not replaced itself. */
const fillIn = (text: string, values: { company: string; period: string }): string =>
  text.replace(/\{(company|period)\}/g, (_, name: string) =>
    name === 'company' ? values.company : values.period,
  );

function toComparedPeriod(
  { kind, compare, comparedFirstDay, comparedLastDay }: ReportContent,
  formats: ReportFormats,
): string {
  if (compare === 'none' || comparedFirstDay === null || comparedLastDay === null) return '';
  const isMonth = kind === 'monthly';
  return formats.period({ firstDay: comparedFirstDay, lastDay: comparedLastDay, isMonth });
}

/** Such as "Visitors 12,480 (+12%), Orders 318 (+25%)". */
function toPreview({ sections }: ReportContent, formats: ReportFormats): string {
  const section = sections.find(({ kind }) => kind === 'figures');
  if (section?.kind !== 'figures') return '';
  const parts = writeFigures(section.figures, formats).map(
    ({ label, value, change }) => `${label} ${value}${change ? ` (${change.text})` : ''}`,
  );
  return toOneLine(parts.join(', '), previewMax);
}
