import type { DrawnLogo } from '../drawing/drawing-jobs.ts';
import { toImageElement, toSvg } from '../drawing/image-element.ts';
import { renderPng } from '../drawing/raster.ts';
import { drawChartFigure } from './pdf-chart.ts';
import { lineHeight, type Paper, type Tag, type TextBox } from './pdf-paper.ts';
import type { Paragraph, WrittenFigure, WrittenReport } from './written-report.ts';

export const page = { width: 595.28, height: 841.89, margin: 44, bottom: 780 } as const;
export const contentWidth = page.width - 2 * page.margin;

const chartHeights = { least: 170, most: 330 };
const commentSize = 9.5;

export interface PageBrand {
  name: string;
  logo: DrawnLogo | undefined;
}

/** Draws the first page, and returns the lines of the comment for which it has no room, and the edge below its content. */
export function drawFirstPage(
  paper: Paper,
  parent: Tag,
  report: WrittenReport,
  brand: PageBrand,
): { rest: string[]; y: number } {
  let y = drawHead(paper, parent, report, brand);
  y = drawTitle(paper, parent, report, y);
  y = drawParagraphs(paper, parent, report.intro, { y, maxLines: 8 });

  const figures = report.sections.find(({ kind }) => kind === 'figures');
  const chart = report.sections.find(({ kind }) => kind === 'chart');
  const figureList = figures?.kind === 'figures' ? figures.figures : [];
  const reserved = measureFigures(paper, figureList) + (chart ? chartHeights.least + 40 : 0);

  const lines = toCommentLines(paper, report.comment);
  const shown = Math.max(0, Math.floor((page.bottom - y - reserved - 24) / lineHeight(commentSize)));
  y = drawComment(paper, parent, lines.slice(0, shown), y);
  y = drawFigures(paper, parent, figureList, y);
  if (chart?.kind === 'chart') {
    const height = Math.min(chartHeights.most, page.bottom - y - 40);
    y = drawChartFigure(paper, parent, chart, { x: page.margin, y, width: contentWidth, height });
  }
  return { rest: lines.slice(shown), y };
}

function drawHead(paper: Paper, parent: Tag, report: WrittenReport, { name, logo }: PageBrand): number {
  const top = page.margin;
  const half = { width: contentWidth / 2, y: top + 5 };
  if (logo) drawLogo(paper, parent, { name, logo, top });
  else {
    const style = { size: 13, isBold: true };
    paper.tag(parent, 'P', () => paper.writeOne(name, { ...half, x: page.margin, y: top + 3 }, style), {
      text: name,
    });
    const right = page.margin + Math.min(half.width, paper.measure(name, style));
    paper.decorate((doc) => doc.circle(right + 5, top + 12.5, 2.2).fill(paper.colours.accent));
  }
  const label = { ...half, x: page.margin + contentWidth / 2 };
  paper.tag(parent, 'P', () =>
    paper.writeOne(report.label, label, { size: 9.5, colour: 'soft', align: 'right' }),
  );
  const edge = top + 38;
  paper.decorate((doc) =>
    doc
      .moveTo(page.margin, edge)
      .lineTo(page.width - page.margin, edge)
      .lineWidth(0.75)
      .strokeColor(paper.colours.line)
      .stroke(),
  );
  return edge + 26;
}

/** As pixels, because logos may have filters and gradients that pages of paper do not have. */
function drawLogo(
  paper: Paper,
  parent: Tag,
  { name, logo, top }: { name: string; logo: DrawnLogo; top: number },
): void {
  const scale = Math.min(28 / logo.height, 190 / logo.width);
  const shown = { width: logo.width * scale, height: logo.height * scale };
  const pixels = { width: Math.ceil(shown.width * 4), height: Math.ceil(shown.height * 4) };
  const png = renderPng(toSvg(pixels, toImageElement(logo, { x: 0, y: 0, ...pixels })));
  const place = { x: page.margin, y: top + (28 - shown.height) / 2 };
  const bbox: [number, number, number, number] = [
    place.x,
    place.y,
    place.x + shown.width,
    place.y + shown.height,
  ];
  const draw = () => paper.doc.image(Buffer.from(png), place.x, place.y, shown);
  paper.tag(parent, 'Figure', draw, { alt: name, bbox });
}

function drawTitle(paper: Paper, parent: Tag, report: WrittenReport, top: number): number {
  const { company, period, comparison, warning } = report;
  const box = { x: page.margin, width: contentWidth };
  const style = { size: fitTitle(paper, company), isBold: true };
  let y = top;
  paper.group(parent, 'H1', (heading) => {
    paper.tag(
      heading,
      'Span',
      () => (y = paper.write(paper.lines(company, style, contentWidth, 2), { ...box, y }, style)),
      {
        text: company,
      },
    );
    const soft = { size: 15, colour: 'soft' } as const;
    paper.tag(
      heading,
      'Span',
      () => (y = paper.write(paper.lines(period, soft, contentWidth, 1), { ...box, y }, soft)),
    );
  });
  for (const line of [comparison, warning].filter((each) => each !== '')) {
    const small = { size: 9.5, colour: line === warning ? 'ink' : 'soft', isBold: line === warning } as const;
    paper.tag(parent, 'P', () => paper.writeOne(line, { ...box, y: y + 3 }, small));
    y += lineHeight(9.5) + 3;
  }
  return y + 12;
}

/** Draws paragraphs as far as there is room for lines. */
export function drawParagraphs(
  paper: Paper,
  parent: Tag,
  paragraphs: Paragraph[],
  { y: top, maxLines }: { y: number; maxLines: number },
): number {
  const style = { size: 10 };
  let [y, room] = [top, maxLines];
  for (const paragraph of paragraphs) {
    if (room <= 0) break;
    const text = paragraph.join(' ');
    const lines = paper.lines(text, style, contentWidth, room);
    const box = { x: page.margin, y, width: contentWidth };
    paper.tag(parent, 'P', () => paper.write(lines, box, style), { text });
    y += lines.length * lineHeight(style.size) + 6;
    room -= lines.length;
  }
  return paragraphs.length > 0 ? y + 6 : y;
}

/** The lines of the comment; empty ones divide paragraphs. */
function toCommentLines(paper: Paper, paragraphs: Paragraph[]): string[] {
  const width = contentWidth - 16;
  return paragraphs.flatMap((paragraph, index) => [
    ...(index === 0 ? [] : ['']),
    ...paragraph.flatMap((line) => paper.lines(line, { size: commentSize }, width)),
  ]);
}

export function drawComment(paper: Paper, parent: Tag, lines: string[], y: number): number {
  if (lines.length === 0) return y;
  const height = lines.length * lineHeight(commentSize);
  paper.decorate((doc) => doc.rect(page.margin, y, 2.5, height).fill(paper.colours.accent));
  const box: TextBox = { x: page.margin + 16, y, width: contentWidth - 16 };
  paper.tag(parent, 'BlockQuote', () => paper.write(lines, box, { size: commentSize }));
  return y + height + 24;
}

const figureSizes = { label: 8.5, value: 18, change: 9, cause: 7.5, causeLines: 4 };

interface PlacedFigure extends WrittenFigure {
  box: Omit<TextBox, 'y'>;
  causeLines: string[];
}

function placeFigures(paper: Paper, figures: WrittenFigure[]): PlacedFigure[] {
  const room = contentWidth / Math.max(1, figures.length);
  return figures.map((figure, index) => {
    const box = { x: page.margin + index * room, width: room - 12 };
    const { cause, causeLines } = figureSizes;
    const lines =
      figure.cause === '' ? [] : paper.lines(figure.cause, { size: cause }, box.width, causeLines);
    return { ...figure, box, causeLines: lines };
  });
}

function measureFigures(paper: Paper, figures: WrittenFigure[]): number {
  if (figures.length === 0) return 0;
  const most = Math.max(...placeFigures(paper, figures).map(({ causeLines }) => causeLines.length));
  return 72 + most * lineHeight(figureSizes.cause) + 22;
}

/** The figures next to each other: a table with a row of labels, of values, of changes and of their causes. */
function drawFigures(paper: Paper, parent: Tag, figures: WrittenFigure[], y: number): number {
  if (figures.length === 0) return y;
  const placed = placeFigures(paper, figures);
  const rule = (at: number) =>
    paper.decorate((doc) =>
      doc
        .moveTo(page.margin, at)
        .lineTo(page.width - page.margin, at)
        .lineWidth(0.75)
        .strokeColor(paper.colours.line)
        .stroke(),
    );
  const bottom = y + measureFigures(paper, figures) - 10;
  rule(y);
  rule(bottom - 12);
  paper.group(parent, 'Table', (table) => {
    paper.group(table, 'TR', (row) => {
      for (const { label, box } of placed) {
        const style = { size: figureSizes.label, colour: 'soft' } as const;
        paper.tag(row, 'TH', () => paper.writeOne(label, { ...box, y: y + 10 }, style), { scope: 'Column' });
      }
    });
    paper.group(table, 'TR', (row) => {
      for (const { value, box } of placed) {
        const style = { size: fitSize(paper, value, box.width), isBold: true };
        const top = y + 36 - lineHeight(style.size) / 2;
        paper.tag(row, 'TD', () => paper.writeOne(value, { ...box, y: top }, style));
      }
    });
    paper.group(table, 'TR', (row) => {
      for (const { change, box } of placed) {
        const colour = change?.isGood ? 'good' : change?.direction === 'down' ? 'ink' : 'soft';
        const style = { size: figureSizes.change, colour } as const;
        paper.tag(row, 'TD', () => paper.writeOne(change?.text ?? '', { ...box, y: y + 51 }, style));
      }
    });
    paper.group(table, 'TR', (row) => {
      for (const { cause, causeLines, box } of placed) {
        const style = { size: figureSizes.cause, colour: 'soft' } as const;
        paper.tag(row, 'TD', () => paper.write(causeLines, { ...box, y: y + 67 }, style), { text: cause });
      }
    });
  });
  return bottom + 8;
}

/** The largest size in which a value fits. */
function fitSize(paper: Paper, value: string, width: number): number {
  const size = figureSizes.value;
  return Math.max(
    7,
    Math.min(size, (0.99 * size * width) / Math.max(1, paper.measure(value, { size, isBold: true }))),
  );
}

/** The largest size in which a name fits into two lines. */
function fitTitle(paper: Paper, name: string): number {
  const sizes = [25, 20, 16];
  return sizes.find((size) => paper.lines(name, { size, isBold: true }, contentWidth).length <= 2) ?? 16;
}
