import { lineHeight, type Paper, type Tag, type TextBox } from './pdf-paper.ts';
import { nothingRecorded, type WrittenChange } from './written-report.ts';

interface PdfRow {
  cells: string[];
  /** Below the first cell, of 100. */
  bar?: number;
  /** Below the first cell. */
  note?: string;
  /** The last cell is this change. */
  change?: WrittenChange | null;
}

export interface PdfTable {
  subtitle?: string;
  /** One of them has no width: it gets what the others leave. */
  columns: { title: string; width?: number }[];
  rows: PdfRow[];
  /** How many rows there are, with those of the live portal. */
  rowCount: number;
  /** Whether every row is shown, however few have room. */
  isWhole?: boolean;
  /** Written in place of a table without rows. */
  empty?: string;
}

const textSize = 8.5;
const smallSize = 7.5;
const heights = { subtitle: 18, head: 15, row: 17, bar: 5, note: 10, more: 14, after: 4 };

const shownRows = ({ rows, isWhole }: PdfTable, rowsMax: number) => (isWhole ? rows : rows.slice(0, rowsMax));

const measureRow = ({ bar, note = '' }: PdfRow) =>
  heights.row + (bar === undefined ? 0 : heights.bar) + (note === '' ? 0 : heights.note);

export function measureTable(table: PdfTable, rowsMax: number): number {
  const shown = shownRows(table, rowsMax);
  const subtitle = table.subtitle === undefined ? 0 : heights.subtitle;
  if (shown.length === 0) return subtitle + heights.row;
  const more = table.rowCount > shown.length ? heights.more : 0;
  const rows = shown.reduce((sum, row) => sum + measureRow(row), 0);
  return subtitle + heights.head + rows + more + heights.after;
}

/** Draws a table, and returns the edge below it. */
export function drawTable(paper: Paper, parent: Tag, table: PdfTable, box: TextBox, rowsMax: number): number {
  const { x, width } = box;
  let { y } = box;
  const { subtitle } = table;
  if (subtitle !== undefined) {
    const style = { size: textSize, isBold: true };
    paper.tag(parent, 'H3', () => paper.writeOne(subtitle, { x, y: y + 3, width }, style), {
      text: subtitle,
    });
    y += heights.subtitle;
  }
  const shown = shownRows(table, rowsMax);
  const soft = { size: textSize, colour: 'soft' } as const;
  if (shown.length === 0) {
    paper.tag(parent, 'P', () => paper.writeOne(table.empty ?? nothingRecorded, { x, y, width }, soft));
    return y + heights.row;
  }
  const columns = toColumns(table, box);
  paper.group(parent, 'Table', (element) => {
    paper.group(element, 'TR', (head) => {
      for (const { title, ...column } of columns) {
        const draw = () =>
          paper.writeOne(title, { ...column, y }, { ...soft, size: smallSize, align: column.align });
        paper.tag(head, 'TH', draw, { scope: 'Column' });
      }
    });
    y += heights.head;
    for (const row of shown) {
      drawRow(paper, element, row, { x, y, width, columns });
      y += measureRow(row);
    }
  });
  const more = table.rowCount - shown.length;
  if (more <= 0) return y + heights.after;
  const line = `And ${more} more in the live portal`;
  paper.tag(parent, 'P', () => paper.writeOne(line, { x, y: y + 2, width }, { ...soft, size: smallSize }));
  return y + heights.more + heights.after;
}

type PlacedColumn = Omit<TextBox, 'y'> & { title: string; align: 'left' | 'right' };

/** The columns from the left to the right; texts of those with numbers end at their right edge. */
function toColumns({ columns }: PdfTable, { x, width }: TextBox): PlacedColumn[] {
  const space = 8;
  const fixed = columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
  let left = x;
  return columns.map(({ title, width: own = width - fixed }, index) => {
    const isLast = index === columns.length - 1;
    const isFirst = index === 0;
    const column = { title, x: left, width: own - (isFirst ? space : 0), align: toAlign(columns, index) };
    left += own;
    return isLast || isFirst ? column : { ...column, width: own - 2 };
  });
}

/** Columns with a width have numbers, except the first one. */
const toAlign = (columns: PdfTable['columns'], index: number): 'left' | 'right' =>
  index > 0 && columns[index]?.width !== undefined ? 'right' : 'left';

function drawRow(
  paper: Paper,
  table: Tag,
  row: PdfRow,
  { x, y, width, columns }: TextBox & { columns: PlacedColumn[] },
): void {
  const { cells, bar, note = '', change } = row;
  const [label] = columns;
  paper.decorate((doc) => {
    doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.5)
      .strokeColor(paper.colours.line)
      .stroke();
    if (bar === undefined || !label) return;
    const top = y + heights.row - 1.5;
    doc.rect(label.x, top, label.width, 2.5).fill(paper.colours.line);
    doc.rect(label.x, top, (label.width * bar) / 100, 2.5).fill(paper.colours.curve);
  });
  paper.group(table, 'TR', (element) => {
    for (const [index, column] of columns.entries()) {
      const text = cells[index] ?? '';
      const isChange = change !== undefined && index === columns.length - 1;
      const colour = isChange
        ? change?.isGood
          ? 'good'
          : change?.direction === 'down'
            ? 'ink'
            : 'soft'
        : 'ink';
      const draw = () => {
        paper.writeOne(
          toShown(paper, text),
          { ...column, y: y + 2.5 },
          { size: textSize, colour, align: column.align },
        );
        if (index > 0 || note === '') return;
        const below = { x, y: y + 2 + lineHeight(textSize), width };
        paper.writeOne(note, below, { size: smallSize, colour: 'soft' });
      };
      const options = index === 0 ? ({ scope: 'Row' } as const) : {};
      paper.tag(element, index === 0 ? 'TH' : 'TD', draw, { ...options, text });
    }
  });
}

/** Paths in letters that no typeface has are written as addresses have them. */
const toShown = (paper: Paper, text: string) =>
  text.startsWith('/') && paper.toPrintable(text, {}) === undefined ? encodeURI(text) : text;
