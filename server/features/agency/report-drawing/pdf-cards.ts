import { lineHeight, type Paper, type Tag } from './pdf-paper.ts';
import { drawTable, measureTable, type PdfTable } from './pdf-table.ts';
import type { WrittenChange, WrittenFigure, WrittenReport, WrittenSection } from './written-report.ts';

/** A part of the second page: a title and its tables. */
export interface Card {
  title: string;
  tables: PdfTable[];
  link: { label: string; url: string } | undefined;
}

export interface Column {
  x: number;
  y: number;
  width: number;
}

const titleSize = 11;
const titleHeight = 22;
const linkHeight = 30;
const gap = 20;

/** The cards of all sections but those of the first page. */
export const toCards = ({ sections }: WrittenReport, portalUrl: string): Card[] =>
  sections.flatMap((section) => {
    if (section.kind === 'figures' || section.kind === 'chart') return [];
    const link = section.kind === 'link' ? { label: section.action, url: portalUrl } : undefined;
    return [{ title: section.title, tables: toTables(section), link }];
  });

function toTables(section: WrittenSection): PdfTable[] {
  switch (section.kind) {
    case 'list': {
      const columns = [
        { title: section.column },
        { title: 'Visitors', width: 48 },
        { title: 'Change', width: 68 },
      ];
      const rows = section.rows.map(({ label, value, change, bar }) => ({
        ...{ cells: [label, value, toText(change)], bar, change },
      }));
      return [{ columns, rows, rowCount: section.rowCount }];
    }
    case 'orders':
      return [toFigureTable(section.figures)];
    case 'goals':
      return toGoalTables(section);
    case 'notes': {
      const rows = section.notes.map(({ day, text }) => ({ cells: [day, text] }));
      const columns = [{ title: 'Day', width: 58 }, { title: 'Note' }];
      return [{ columns, rows, rowCount: rows.length, empty: 'There are no notes in this period.' }];
    }
    default:
      return [];
  }
}

const toFigureTable = (figures: WrittenFigure[]): PdfTable => ({
  columns: [{ title: 'Figure' }, { title: 'Value', width: 72 }, { title: 'Change', width: 68 }],
  rows: figures.map(({ label, value, change, cause }) => ({
    ...{ cells: [label, value, toText(change)], change, note: cause },
  })),
  rowCount: figures.length,
  isWhole: true,
});

function toGoalTables({ goals, funnels }: Extract<WrittenSection, { kind: 'goals' }>): PdfTable[] {
  const goalTable: PdfTable = {
    columns: [{ title: 'Goal' }, { title: 'Conversions', width: 52 }, { title: 'Change', width: 68 }],
    rows: goals.map(({ label, value, rate, change }) => ({
      ...{ cells: [label, value, toText(change)], change, note: rate === '' ? '' : `${rate} of all visits` },
    })),
    rowCount: goals.length,
  };
  const tables = funnels.map(
    ({ name, steps }): PdfTable => ({
      subtitle: name,
      columns: [{ title: 'Step' }, { title: 'Visits', width: 48 }, { title: 'Of the first', width: 68 }],
      rows: steps.map(({ label, value, rate, bar }) => ({ cells: [label, value, rate], bar })),
      rowCount: steps.length,
    }),
  );
  return goals.length === 0 && tables.length > 0 ? tables : [goalTable, ...tables];
}

const toText = (change: WrittenChange | null) => change?.text ?? '';

/** The tables of a card that has room for `rowsMax` rows in each. */
const shownTables = ({ tables }: Card, rowsMax: number) => tables.slice(0, Math.ceil(rowsMax / 2));

function measureCard(card: Card, rowsMax: number): number {
  const tables = shownTables(card, rowsMax).map((table) => measureTable(table, rowsMax));
  return titleHeight + tables.reduce((sum, height) => sum + height, 0) + (card.link ? linkHeight : 0) + gap;
}

/** Places cards into the shorter of two columns, one after the other. Undefined if they do not fit. */
export function placeCards(
  cards: Card[],
  { columns: [left, right], bottom }: { columns: [Column, Column]; bottom: number },
  rowsMax: number,
): { card: Card; column: Column }[] | undefined {
  const edges = [left.y, right.y];
  const placed = cards.map((card) => {
    const side = (edges[0] ?? 0) <= (edges[1] ?? 0) ? 0 : 1;
    const y = edges[side] ?? 0;
    edges[side] = y + measureCard(card, rowsMax);
    return { card, column: { ...(side === 0 ? left : right), y } };
  });
  return Math.max(...edges) - gap <= bottom ? placed : undefined;
}

/** Draws a card, and returns the edge below it. */
export function drawCard(paper: Paper, parent: Tag, card: Card, column: Column, rowsMax: number): number {
  const { x, width } = column;
  let y = column.y + titleHeight;
  paper.group(parent, 'Sect', (section) => {
    paper.tag(section, 'H2', () => paper.writeOne(card.title, column, { size: titleSize, isBold: true }));
    for (const table of shownTables(card, rowsMax)) {
      y = drawTable(paper, section, table, { x, y, width }, rowsMax);
    }
    if (card.link) drawLink(paper, section, card.link, { x, y, width });
  });
  return y + (card.link ? linkHeight : 0);
}

function drawLink(
  paper: Paper,
  parent: Tag,
  { label, url }: { label: string; url: string },
  column: Column,
): void {
  const style = { size: 9.5, colour: 'good', isBold: true } as const;
  const height = lineHeight(style.size);
  paper.group(parent, 'P', (paragraph) => {
    const element = paper.doc.struct('Link', { alt: `${label}: ${url}` });
    paragraph.add(element);
    element.add(() => paper.writeOne(label, column, style));
    const place = [column.x, column.y, paper.measure(label, style), height] as const;
    paper.doc.link(...place, url, linkOptions(element));
    element.end();
  });
  const address = { ...column, y: column.y + height };
  paper.tag(parent, 'P', () => paper.writeOne(url, address, { size: 7.5, colour: 'soft' }), { text: url });
}

/** The types of pdfkit have only some options of a link. */
const linkOptions = (element: Tag): PDFKit.Mixins.AnnotationOption & { structParent: Tag } => ({
  structParent: element,
});
