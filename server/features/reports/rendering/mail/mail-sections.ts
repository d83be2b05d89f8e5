import type { MailColours } from '../../../../../contract/site/colours/theme-output.ts';
import { escapeHtml } from '../../../../platform/http/html/escape-html.ts';
import { row, text, toAction, toThemedPicture } from '../../../../platform/mail/mail-page.ts';
import type { WrittenList, WrittenSection } from '../../../agency/report-drawing/written-report.ts';
import {
  type TableRow,
  toChange,
  toFigureRow,
  toNumber,
  toSmallNumber,
  toSoft,
  toTable,
} from './mail-tables.ts';

/** The addresses of the chart in two themes. */
export interface ChartAddresses {
  light: string;
  dark: string;
}

export interface SectionLook {
  light: MailColours;
  /** Undefined for mails without pictures. */
  chart: ChartAddresses | undefined;
  portalUrl: string;
}

/** The size in which mails show a chart. */
const shownChart = { width: 526, height: 232 };

/** Leaves the first column room for its longest word on a phone. */
const changeWidth = 72;

type Section<Kind extends WrittenSection['kind']> = Extract<WrittenSection, { kind: Kind }>;

/** The rows of the layout that a section is in. */
export function toSectionRows(section: WrittenSection, look: SectionLook): string[] {
  const { light } = look;
  if (section.kind === 'link') {
    return [row(toAction({ label: section.action, url: look.portalUrl }, light), 'padding:12px 0 28px')];
  }
  return [
    row(toTitle(section.title, light), 'padding:16px 0 12px'),
    ...toContent(section, look).map(toBlock),
  ];
}

const toBlock = (html: string) => row(html, 'padding:0 0 24px');

const toTitle = (title: string, light: MailColours): string =>
  `<h2 class="ink" style="${text(18, light.ink)};line-height:1.3;font-weight:600;letter-spacing:-0.01em">${escapeHtml(title)}</h2>`;

const toSubtitle = (title: string, light: MailColours) =>
  `<h3 class="ink" dir="auto" style="${text(15, light.ink)};font-weight:600;padding:0 0 8px">${escapeHtml(title)}</h3>`;

function toContent(section: Exclude<WrittenSection, { kind: 'link' }>, look: SectionLook): string[] {
  const { light } = look;
  switch (section.kind) {
    case 'figures':
    case 'orders':
      return [toFigures(section, light)];
    case 'chart':
      return [toChart(section, look)];
    case 'list':
      return [toList(section, light)];
    case 'goals':
      return toGoals(section, light);
    case 'notes':
      return [toNotes(section, light)];
  }
}

const toFigures = ({ title, figures }: Section<'figures' | 'orders'>, light: MailColours) =>
  toTable(
    {
      caption: title,
      columns: [{ title: 'Figure' }, { title: 'Value', width: 126 }, { title: 'Change', width: changeWidth }],
      rows: figures.map((figure) => toFigureRow(figure, light)),
    },
    light,
  );

function toList({ title, column, rows, rowCount }: WrittenList, light: MailColours): string {
  const table = toTable(
    {
      caption: title,
      columns: [{ title: column }, { title: 'Visitors', width: 74 }, { title: 'Change', width: changeWidth }],
      rows: rows.map(
        ({ label, value, change, share, bar }): TableRow => ({
          label,
          bar,
          cells: [`${toNumber(value, light)}<br>${toSmallNumber(share, light)}`, toChange(change, light)],
        }),
      ),
    },
    light,
  );
  const more = rowCount - rows.length;
  const note = `<p class="soft" style="${text(13, light.soft)};padding-top:8px">And ${more} more in the live portal.</p>`;
  return rows.length > 0 && more > 0 ? table + note : table;
}

function toChart({ title, summary, key }: Section<'chart'>, { light, chart }: SectionLook): string {
  const legend =
    key.ghost === ''
      ? ''
      : `<br>${toKey(`<span class="bar-text" style="color:${light.bar}">&#9632;</span>&nbsp;${escapeHtml(key.line)}`)} &nbsp;${toKey(`<span aria-hidden="true">&#9633;</span>&nbsp;${escapeHtml(key.ghost)}.`)}`;
  const caption = `<p class="soft" style="${text(13, light.soft)};padding-top:6px">${escapeHtml(summary)}${chart ? legend : ''}</p>`;
  if (!chart) return caption;
  const { width, height } = shownChart;
  const picture = toThemedPicture(chart, {
    colour: 'soft',
    attributes: `width="${width}" height="${height}" alt="${escapeHtml(`Chart: ${title}`)}"`,
    style: `width:100%;max-width:${width}px;height:auto;border:0;${text(13, light.soft)}`,
  });
  return picture + caption;
}

/** A line of the chart with its name, which a wrap does not divide. */
const toKey = (html: string) => `<span style="white-space:nowrap">${html}</span>`;

function toGoals({ goals, funnels }: Section<'goals'>, light: MailColours): string[] {
  const tables = funnels.map(
    ({ name, steps }) =>
      toSubtitle(name, light) +
      toTable(
        {
          caption: name,
          columns: [{ title: 'Step' }, { title: 'Visits', width: 74 }, { title: 'Of the first', width: 84 }],
          rows: steps.map(({ label, value, rate, bar }) => ({
            label,
            bar,
            cells: [toNumber(value, light), toSmallNumber(rate, light)],
          })),
        },
        light,
      ),
  );
  if (goals.length === 0 && funnels.length > 0) return tables;
  const table = toTable(
    {
      caption: 'Goals',
      columns: [
        { title: 'Goal' },
        { title: 'Conversions', width: 84 },
        { title: 'Change', width: changeWidth },
      ],
      rows: goals.map(({ label, value, rate, change }) => ({
        label,
        note: rate === '' ? '' : `${rate} of all visits`,
        cells: [toNumber(value, light), toChange(change, light)],
      })),
    },
    light,
  );
  return [table, ...tables];
}

function toNotes({ notes }: Section<'notes'>, light: MailColours): string {
  if (notes.length === 0) return toSoft('There are no notes in this period.', light);
  const rows = notes.map(
    ({ day, text: note }) =>
      `<tr><th scope="row" class="soft" width="92" style="text-align:left;vertical-align:top;padding:0 0 6px;font-weight:400;${text(15, light.soft)}">${escapeHtml(day)}</th><td class="ink" dir="auto" style="vertical-align:top;padding:0 0 6px;${text(15, light.ink)}">${escapeHtml(note)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" aria-label="Notes" style="table-layout:fixed">${rows.join('')}</table>`;
}
