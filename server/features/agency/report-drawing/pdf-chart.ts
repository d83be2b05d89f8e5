import { lineHeight, type Paper, type Tag, type TextBox } from './pdf-paper.ts';
import { layOutChart } from './report-chart.ts';
import type { WrittenChart } from './written-report.ts';

const titleSize = 11;
const fontSize = 7.5;

/** Draws the chart below its title, and returns the edge below it. */
export function drawChartFigure(
  paper: Paper,
  parent: Tag,
  chart: WrittenChart,
  { x, y, width, height }: TextBox & { height: number },
): number {
  paper.tag(parent, 'H2', () =>
    paper.writeOne(chart.title, { x, y, width: width / 2 }, { size: titleSize, isBold: true }),
  );
  if (chart.key.ghost !== '') drawKey(paper, parent, chart, { x: x + width / 2, y, width: width / 2 });
  const top = y + lineHeight(titleSize);
  const bbox: [number, number, number, number] = [x, top, x + width, top + height];
  paper.tag(parent, 'Figure', () => drawCurves(paper, chart, { x, y: top, width, height }), {
    alt: `${chart.title}. ${chart.summary}`,
    bbox,
  });
  const box = { x, y: top + height, width };
  paper.tag(parent, 'P', () => paper.writeOne(chart.summary, box, { size: 8.5, colour: 'soft' }));
  return box.y + lineHeight(8.5);
}

/** The names of the line and its ghost, at the right edge. */
function drawKey(paper: Paper, parent: Tag, { key }: WrittenChart, { x, y, width }: TextBox): void {
  const style = { size: 8.5, colour: 'soft' } as const;
  const [line, ghost] = [key.line, key.ghost].map((text) => paper.measure(text, style));
  const sign = 16;
  const ghostX = x + width - (ghost ?? 0);
  const lineX = ghostX - sign - 12 - (line ?? 0);
  const middle = y + 2 + lineHeight(style.size) / 2;
  paper.decorate((doc) => {
    const rule = (right: number) => doc.moveTo(right - sign, middle).lineTo(right - 5, middle);
    rule(lineX).lineWidth(1.75).strokeColor(paper.colours.curve).stroke();
    rule(ghostX).lineWidth(1).strokeColor(paper.colours.soft).dash(2, { space: 2 }).stroke().undash();
  });
  const write = (text: string, left: number, room: number | undefined) =>
    paper.tag(parent, 'P', () => paper.writeOne(text, { x: left, y: y + 2, width: (room ?? 0) + 1 }, style));
  write(key.line, lineX, line);
  write(key.ghost, ghostX, ghost);
}

function drawCurves(
  paper: Paper,
  chart: WrittenChart,
  { x, y, width, height }: TextBox & { height: number },
): void {
  const { doc, colours } = paper;
  const measure = (text: string) => paper.measure(text, { size: fontSize });
  const { plot, geometry, valueLabels, bucketLabels } = layOutChart(chart, {
    width,
    height,
    fontSize,
    measure,
  });
  const stroke = (path: string, colour: string, lineWidth: number) => {
    if (path !== '') doc.path(path).lineWidth(lineWidth).strokeColor(colour).stroke();
  };
  doc
    .save()
    .translate(x + plot.left, y + plot.top)
    .lineCap('round')
    .lineJoin('round');
  stroke(geometry.grid, colours.line, 0.5);
  if (geometry.area !== '') doc.path(geometry.area).fillOpacity(0.1).fill(colours.curve).fillOpacity(1);
  doc.dash(2, { space: 2.5 });
  stroke(geometry.ghostLine, colours.soft, 0.9);
  doc.undash();
  stroke(geometry.ghostDots, colours.soft, 2.5);
  stroke(geometry.line, colours.curve, 1.6);
  stroke(geometry.dots, colours.curve, 3.5);
  doc.restore();
  const style = { size: fontSize, colour: 'soft' } as const;
  const half = lineHeight(fontSize) / 2;
  for (const label of valueLabels) {
    paper.writeOne(
      label.text,
      { x: x + label.x - 100, y: y + label.y - half, width: 100 },
      { ...style, align: 'right' },
    );
  }
  for (const label of bucketLabels) {
    paper.writeOne(
      label.text,
      { x: x + label.x - 40, y: y + label.y - half, width: 80 },
      { ...style, align: 'center' },
    );
  }
}
