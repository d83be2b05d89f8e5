import type { MailColours } from '../../../../../contract/site/colours/theme-output.ts';
import { escapeHtml } from '../../../../platform/http/html/escape-html.ts';
import { text } from '../../../../platform/mail/mail-page.ts';
import {
  nothingRecorded,
  type WrittenChange,
  type WrittenFigure,
} from '../../../agency/report-drawing/written-report.ts';

export interface TableColumn {
  title: string;
  /** Absent: what the others leave. */
  width?: number;
}

export interface TableRow {
  label: string;
  /** Below its cells. */
  note?: string;
  /** Length of the bar in percent; undefined for no bar. */
  bar?: number;
  /** HTML of the cells after the label. */
  cells: string[];
}

interface Table {
  /** For screen readers. */
  caption: string;
  columns: TableColumn[];
  rows: TableRow[];
}

const headStyle = (light: MailColours, side: 'left' | 'right') =>
  `text-align:${side};vertical-align:bottom;padding:0 0 6px;font-weight:400;${text(13, light.soft)}`;

/** A table of data: the first column has labels with their bars, the others numbers. */
export function toTable({ caption, columns, rows }: Table, light: MailColours): string {
  if (rows.length === 0) return toSoft(nothingRecorded, light);
  const heads = columns.map(({ title, width }, index) => {
    const size = width === undefined ? '' : ` width="${width}"`;
    return `<th scope="col" class="soft"${size} style="${headStyle(light, index === 0 ? 'left' : 'right')}">${escapeHtml(title)}</th>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" aria-label="${escapeHtml(caption)}" style="table-layout:fixed;width:100%">
<tr>${heads.join('')}</tr>
${rows.map((row) => toTableRow(row, light)).join('\n')}
</table>`;
}

function toTableRow({ label, note = '', bar, cells }: TableRow, light: MailColours): string {
  const edge = `border-top:1px solid ${light.line}`;
  const bottom = note === '' ? 9 : 0;
  const values = cells.map(
    (cell) =>
      `<td class="line" style="${edge};text-align:right;vertical-align:top;padding:9px 0 ${bottom}px 8px">${cell}</td>`,
  );
  const drawn = bar === undefined ? '' : toBar(bar, light);
  return `<tr><th scope="row" class="line ink" dir="auto" style="${edge};text-align:left;vertical-align:top;padding:9px 0 ${bottom}px;font-weight:400;${text(15, light.ink)}">${escapeHtml(label)}${drawn}</th>${values.join('')}</tr>${toNoteRow(note, cells.length + 1, light)}`;
}

/** Below all cells, so that it has the whole width on a phone. A wrap does not divide two compared values. */
const toNoteRow = (note: string, columns: number, light: MailColours) =>
  note === ''
    ? ''
    : `<tr><td colspan="${columns}" class="soft" dir="auto" style="padding:0 0 9px;${text(13, light.soft)}">${escapeHtml(note).replaceAll(' → ', '&nbsp;→&nbsp;')}</td></tr>`;

/** Cells with a background, which every mail program draws, even without pictures. */
function toBar(percent: number, light: MailColours): string {
  const cell = (width: number, names: string, colour: string) =>
    width <= 0
      ? ''
      : `<td${names} width="${width}%" height="4" bgcolor="${colour}" style="background:${colour};font-size:0;line-height:4px;height:4px">&nbsp;</td>`;
  return `<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:6px 0 2px;width:100%"><tr>${cell(percent, ' class="bar"', light.bar)}${cell(100 - percent, ' class="track"', light.line)}</tr></table>`;
}

/** Shorter than that of texts, because a mail has hundreds of numbers, and mail programs cut it after 100 kB. */
const number = (sizePx: number, colour: string) =>
  `font:${sizePx}px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:${colour}`;

export const toNumber = (value: string, light: MailColours): string =>
  `<span class="ink" style="${number(15, light.ink)};white-space:nowrap">${escapeHtml(value)}</span>`;

const toLargeNumber = (value: string, light: MailColours) =>
  `<span class="ink" style="${number(20, light.ink)};line-height:1.3;font-weight:600;letter-spacing:-0.01em">${escapeHtml(value)}</span>`;

export const toSmallNumber = (value: string, light: MailColours): string =>
  `<span class="soft" style="${number(13, light.soft)};white-space:nowrap">${escapeHtml(value)}</span>`;

const arrows = { up: '&#9650;', down: '&#9660;', none: '' };

/** A change as text. The arrow and the colour repeat what they state. */
export function toChange(change: WrittenChange | null, light: MailColours): string {
  if (!change) return '';
  const { direction, isGood } = change;
  const [name, colour] =
    direction === 'none' ? ['soft', light.soft] : isGood ? ['good', light.live] : ['ink', light.ink];
  const arrow = arrows[direction];
  const shown = arrow === '' ? '' : `<span aria-hidden="true" style="font-size:9px">${arrow}</span> `;
  return `<span class="${name}" style="${number(13, colour)}">${shown}${escapeHtml(change.text)}</span>`;
}

/** A figure: its label with what explains its change, and its value with the change. */
export function toFigureRow(figure: WrittenFigure, light: MailColours): TableRow {
  const { label, value, compared, cause } = figure;
  const from = compared === '' ? '' : `<br>${toSmallNumber(`from ${compared}`, light)}`;
  return {
    label,
    note: cause,
    cells: [`${toLargeNumber(value, light)}${from}`, toChange(withoutCompared(figure), light)],
  };
}

/** The change of a rate names the compared value itself, which is below the value already. */
function withoutCompared({ change, compared }: WrittenFigure): WrittenChange | null {
  if (!change || compared === '') return change;
  return { ...change, text: change.text.replace(` from ${compared}`, '') };
}

export const toSoft = (line: string, light: MailColours): string =>
  `<p class="soft" style="${text(15, light.soft)}">${escapeHtml(line)}</p>`;
