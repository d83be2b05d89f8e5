import { toOneLine } from '../../../../platform/mail/one-line.ts';
import {
  nothingRecorded,
  type Paragraph,
  type WrittenChange,
  type WrittenFigure,
  type WrittenReport,
  type WrittenSection,
} from '../../../agency/report-drawing/written-report.ts';
import type { ReportMailOptions } from './report-mail-options.ts';

const labelMax = 34;

interface TextOptions extends Pick<ReportMailOptions, 'brand' | 'links'> {
  reason: string;
}

/** The whole report as plain text, with its tables in columns. */
export function toReportText(report: WrittenReport, { brand, links, reason }: TextOptions): string {
  const { label, company, period, comparison, warning, intro, comment, closing, sections } = report;
  const blocks = [
    [label, `${company}, ${period}`, comparison].filter((line) => line !== '').join('\n'),
    warning,
    ...toBlocks(intro),
    // Every line is marked, so that quoted text cannot be mistaken for ours.
    toBlocks(comment)
      .join('\n\n')
      .split('\n')
      .map((line) => (comment.length === 0 ? '' : `> ${line}`.trimEnd()))
      .join('\n'),
    ...sections.map((section) => toSection(section, links.portal)),
    ...toBlocks(closing),
    toFooter(brand, links, reason),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

const toBlocks = (paragraphs: Paragraph[]) => paragraphs.map((lines) => lines.join('\n'));

function toFooter(brand: ReportMailOptions['brand'], links: ReportMailOptions['links'], reason: string) {
  return [
    '-- ',
    toOneLine(brand.name, 80),
    ...(links.unsubscribe === undefined ? [] : [reason]),
    ...(links.report === undefined ? [] : [`Read it in your browser: ${links.report}`]),
    ...(links.unsubscribe === undefined ? [] : [`Unsubscribe: ${links.unsubscribe}`]),
    toOneLine(brand.footer, 300),
  ].join('\n');
}

function toSection(section: WrittenSection, portalUrl: string): string {
  const { title } = section;
  if (section.kind === 'link') return `${section.action}:\n${portalUrl}`;
  return [title, '-'.repeat(title.length), ...toLines(section)].join('\n');
}

function toLines(section: Exclude<WrittenSection, { kind: 'link' }>): string[] {
  switch (section.kind) {
    case 'figures':
    case 'orders':
      return section.figures.flatMap(toFigureLines);
    case 'chart':
      return [section.summary];
    case 'list':
      return toListLines(section);
    case 'goals':
      return toGoalLines(section);
    case 'notes':
      return section.notes.length === 0
        ? ['There are no notes in this period.']
        : toColumns(section.notes.map(({ day, text }) => [day, text]));
  }
}

function toFigureLines({ label, value, change, compared, cause }: WrittenFigure): string[] {
  const from = change && compared !== '' && !change.text.includes(compared) ? ` from ${compared}` : '';
  const [line = ''] = toColumns([[label.padEnd(22), value.padStart(14), `${toText(change)}${from}`]]);
  return cause === '' ? [line] : [line, `  ${cause}`];
}

function toListLines({ rows, rowCount }: Extract<WrittenSection, { kind: 'list' }>): string[] {
  if (rows.length === 0) return [nothingRecorded];
  const more = rowCount - rows.length;
  return [
    ...toColumns(
      rows.map(({ label, value, share, change }) => [
        toOneLine(label, labelMax),
        value,
        share,
        toText(change),
      ]),
      [1, 2],
    ),
    ...(more > 0 ? [`And ${more} more in the live portal.`] : []),
  ];
}

function toGoalLines({ goals, funnels }: Extract<WrittenSection, { kind: 'goals' }>): string[] {
  if (goals.length === 0 && funnels.length === 0) return [nothingRecorded];
  return [
    ...toColumns(
      goals.map(({ label, value, rate, change }) => [
        toOneLine(label, labelMax),
        value,
        rate,
        toText(change),
      ]),
      [1, 2],
    ),
    ...funnels.flatMap(({ name, steps }) => [
      '',
      name,
      ...toColumns(
        steps.map(({ label, value, rate }) => [`  ${toOneLine(label, labelMax)}`, value, rate]),
        [1, 2],
      ),
    ]),
  ];
}

const toText = (change: WrittenChange | null) => change?.text ?? '';

/** Cells in columns, those of numbers aligned at the right. */
function toColumns(rows: string[][], numbers: number[] = []): string[] {
  const widthOf = (text: string) => [...text].length;
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((cells) => widthOf(cells[index] ?? ''))),
  );
  return rows.map((cells) =>
    cells
      .map((cell, index) => {
        const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(cell)));
        return numbers.includes(index) ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd(),
  );
}
