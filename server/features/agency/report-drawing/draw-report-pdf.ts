import PDFDocument from 'pdfkit';
import type { ReportPdf } from '../drawing/drawing-jobs.ts';
import { type Card, type Column, drawCard, placeCards, toCards } from './pdf-cards.ts';
import { contentWidth, drawComment, drawFirstPage, drawParagraphs, page } from './pdf-first-page.ts';
import { createXmpMetadata, type PdfMetadata } from './pdf-metadata.ts';
import { Paper, type Tag } from './pdf-paper.ts';

/** More rows of a list are in the live portal. */
const rowsMost = 10;
/** With fewer rows than these, lists continue on the first page if it has room. */
const rowsWanted = 5;
const columnGap = 28;
const commentRestMost = 14;

/** A report as two tagged A4 pages. Lists are cut so that they fit. */
export async function drawReportPdf(job: ReportPdf): Promise<Uint8Array> {
  const { report, brand } = job;
  const doc = openDocument({
    title: `${report.company}: ${report.period}`,
    author: brand.name,
    subject: report.label,
    writtenAt: job.writtenAt,
  });
  const written = readAll(doc);
  const paper = new Paper(doc, brand);
  const root = doc.struct('Document');
  doc.addStructure(root);

  addPage(paper, { ...job, number: 1 });
  const { rest, y } = drawFirstPage(paper, root, report, brand);
  const { first, second, rowsMax } = divide(toCards(report, job.portalUrl), {
    firstTop: y + 22,
    secondTop: page.margin + measureRest(rest),
    isFirstEmpty: !report.sections.some(({ kind }) => kind === 'chart'),
  });
  drawCards(paper, root, first, rowsMax);

  addPage(paper, { ...job, number: 2 });
  drawComment(paper, root, shortenRest(rest), page.margin);
  const bottom = drawCards(paper, root, second, rowsMax);
  const maxLines = Math.floor((page.bottom - bottom - 10) / 14.2);
  drawParagraphs(paper, root, report.closing, { y: bottom + 10, maxLines });
  root.end();
  doc.end();
  return written;
}

function openDocument(metadata: PdfMetadata): PDFKit.PDFDocument {
  const { title, author, subject, writtenAt } = metadata;
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: 0, autoFirstPage: false, font: '' },
    ...{ pdfVersion: '1.7', tagged: true, lang: 'en', displayTitle: true },
    info: {
      ...{ Title: title, Author: author, Subject: subject, CreationDate: writtenAt },
      // pdfkit writes its own name otherwise.
      ...{ Producer: author, Creator: author },
    },
  });
  return Object.assign(doc, { metadata: createXmpMetadata(metadata) });
}

function readAll(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}

function addPage(paper: Paper, { report, footer, number }: ReportPdf & { number: number }): void {
  const { doc, colours } = paper;
  doc.addPage();
  doc.markContent('Artifact', { type: 'Pagination' });
  const y = page.height - 44;
  doc
    .moveTo(page.margin, y)
    .lineTo(page.width - page.margin, y)
    .lineWidth(0.5)
    .strokeColor(colours.line)
    .stroke();
  const style = { size: 7.5, colour: 'soft' } as const;
  const box = { x: page.margin, y: y + 8, width: contentWidth * 0.55 };
  paper.writeOne(footer, box, style);
  const right = { x: page.margin + contentWidth * 0.6, y: y + 8, width: contentWidth * 0.4 };
  paper.writeOne(`${report.period} · page ${number} of 2`, right, { ...style, align: 'right' });
  doc.endMarkedContent();
}

const measureRest = (rest: string[]) =>
  rest.length === 0 ? 0 : Math.min(commentRestMost, rest.length) * 9.5 * 1.42 + 24;

/** As many lines of the comment as the second page has room for. */
function shortenRest(rest: string[]): string[] {
  if (rest.length <= commentRestMost) return rest;
  return [...rest.slice(0, commentRestMost - 1), 'The whole comment is in the mail of this report.'];
}

type PlacedCards = { card: Card; column: Column }[];

const columnsFrom = (y: number): [Column, Column] => {
  const width = (contentWidth - columnGap) / 2;
  return [
    { x: page.margin, y, width },
    { x: page.margin + width + columnGap, y, width },
  ];
};

interface Room {
  firstTop: number;
  secondTop: number;
  /** Whether the first page has cards although all of them have room on the second. */
  isFirstEmpty: boolean;
}

/** The cards of both pages, with as many rows as fit. */
function divide(cards: Card[], room: Room): { first: PlacedCards; second: PlacedCards; rowsMax: number } {
  const { firstTop, secondTop, isFirstEmpty } = room;
  const place = (list: Card[], top: number, rowsMax: number) =>
    list.length === 0 ? [] : placeCards(list, { columns: columnsFrom(top), bottom: page.bottom }, rowsMax);
  for (let rowsMax = rowsMost; rowsMax >= 1; rowsMax -= 1) {
    for (const count of listCounts(cards.length, isFirstEmpty, rowsMax)) {
      const first = place(cards.slice(0, count), firstTop, rowsMax);
      const second = place(cards.slice(count), secondTop, rowsMax);
      if (first && second) return { first, second, rowsMax };
    }
  }
  // Without the last card: fewer than one row cannot be shown.
  return divide(cards.slice(0, -1), room);
}

/** How many cards the first page may have, the best number first. The second page has one at least. */
function listCounts(cards: number, isFirstEmpty: boolean, rowsMax: number): number[] {
  const upTo = (most: number) =>
    Array.from({ length: Math.max(1, Math.min(most, cards - 1) + 1) }, (_, count) => count);
  if (isFirstEmpty) return upTo(4).reverse();
  return upTo(rowsMax < rowsWanted ? 4 : 0);
}

/** Draws cards, and returns the edge below them. */
function drawCards(paper: Paper, parent: Tag, placed: PlacedCards, rowsMax: number): number {
  let bottom: number = page.margin;
  for (const { card, column } of placed) {
    bottom = Math.max(bottom, drawCard(paper, parent, card, column, rowsMax));
  }
  return bottom;
}
