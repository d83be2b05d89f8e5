import type { ChartGeometry } from '../../contract/charts/chart-geometry.ts';
import type { ChartSeries } from '../../contract/charts/chart-series.ts';
import type { ChartKind } from '../../contract/charts/scales.ts';
import { drawTimeChart } from '../../contract/charts/time-chart.ts';
import type { BucketLabels } from './chart-series.ts';

export interface PictureTexts {
  /** The name of the company. */
  owner: string;
  title: string;
  /** The drawn metric and its period. */
  details: string[];
}

interface PicturedChart {
  kind: ChartKind;
  token: string;
  series: ChartSeries;
  labels: BucketLabels;
  formatAxis: (value: number) => string;
  valueSteps: readonly number[] | undefined;
}

const padding = 24;
const lineHeight = 22;
const width = 1024;
const plotHeight = 400;
const scale = 2;
const axisFont = '12px "Geist Mono", ui-monospace, monospace';

/** A PNG of a chart with its axes in the current theme, below its title. */
export async function toPicture(
  chart: PicturedChart,
  { owner, title, details }: PictureTexts,
): Promise<Blob> {
  const head = padding + (2 + details.length) * lineHeight;
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = (head + plotHeight + padding) * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  context.scale(scale, scale);
  const colors = readColors(chart.token);
  context.fillStyle = colors.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'middle';
  const { fontFamily } = getComputedStyle(document.body);
  // A canvas does not wait for fonts. Rejected where a fallback font is not installed.
  await Promise.allSettled([document.fonts.load(`16px ${fontFamily}`), document.fonts.load(axisFont)]);
  const write = (text: string, row: number, font: string, color: string) => {
    context.font = `${font} ${fontFamily}`;
    context.fillStyle = color;
    context.fillText(text, padding, padding + (row + 0.5) * lineHeight, width - 2 * padding);
  };
  write(title, 0, '560 19px', colors.ink);
  write(owner, 1, '15px', colors.ink);
  for (const [index, text] of details.entries()) write(text, 2 + index, '14px', colors.axis);
  drawChart(context, chart, { colors, top: head });
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture was not drawn.'))),
      'image/png',
    ),
  );
}

type Colors = ReturnType<typeof readColors>;

/** Canvas does not support custom properties: reads their computed values. */
function readColors(token: string) {
  const probe = document.createElement('span');
  document.body.append(probe);
  const read = (color: string) => {
    probe.style.color = color;
    return getComputedStyle(probe).color;
  };
  const colors = {
    series: read(`var(${token})`),
    ghost: read('var(--line-strong)'),
    grid: read('var(--line)'),
    axis: read('var(--ink-soft)'),
    surface: read('var(--surface-raised)'),
    ink: read('var(--ink)'),
  };
  probe.remove();
  return colors;
}

function drawChart(
  context: CanvasRenderingContext2D,
  { kind, series, labels, formatAxis, valueSteps }: PicturedChart,
  { colors, top }: { colors: Colors; top: number },
): void {
  context.font = axisFont;
  const { plot, geometry, valueLabels, bucketLabels } = drawTimeChart({
    ...{ kind, series, valueSteps },
    labels: { ...labels, value: formatAxis },
    ...{ width: width - 2 * padding, height: plotHeight, right: 0, fontSize: 12 },
    measure: (text) => context.measureText(text).width,
  });

  context.save();
  context.translate(padding, top);
  context.fillStyle = colors.axis;
  context.textAlign = 'right';
  for (const { text, x, y } of valueLabels) context.fillText(text, x, y);
  context.textAlign = 'center';
  for (const { text, x, y } of bucketLabels) context.fillText(text, x, y);
  context.translate(plot.left, plot.top);
  drawPaths(context, geometry, colors);
  drawUnfinished(context, geometry, colors);
  context.restore();
}

function drawPaths(context: CanvasRenderingContext2D, geometry: ChartGeometry, colors: Colors): void {
  const stroke = (path: string, strokeStyle: string, lineWidth: number, dash: number[] = []) => {
    Object.assign(context, { strokeStyle, lineWidth, lineCap: dash.length > 0 ? 'butt' : 'round' });
    context.setLineDash(dash);
    context.stroke(new Path2D(path));
  };
  const fill = (path: string, opacity: number) => {
    context.globalAlpha = opacity;
    context.fillStyle = colors.series;
    context.fill(new Path2D(path));
    context.globalAlpha = 1;
  };
  stroke(geometry.grid, colors.grid, 1);
  stroke(geometry.zero, colors.axis, 1);
  stroke(geometry.ghostBars, colors.ghost, 1);
  fill(geometry.area, 0.12);
  fill(geometry.bars, 0.74);
  stroke(geometry.ghostLine, geometry.bars ? colors.axis : colors.ghost, 1.5, [3, 4]);
  stroke(geometry.ghostDots, colors.ghost, 5);
  stroke(geometry.line, colors.series, 2);
  stroke(geometry.unfinishedLine, colors.series, 2, [5, 4]);
  stroke(geometry.dots, colors.series, 8);
  context.setLineDash([]);
}

/** Diagonal stripes, which mark what is not finished also without colours. */
function drawUnfinished(
  context: CanvasRenderingContext2D,
  { unfinishedBar }: ChartGeometry,
  colors: Colors,
): void {
  if (!unfinishedBar) return;
  const { left, top, width: barWidth, height } = unfinishedBar;
  context.save();
  context.beginPath();
  context.rect(left, top, barWidth, height);
  context.strokeStyle = colors.series;
  context.lineWidth = 1;
  context.stroke();
  context.clip();
  context.beginPath();
  for (let shift = -height; shift < barWidth; shift += 6) {
    context.moveTo(left + shift, top + height);
    context.lineTo(left + shift + height, top);
  }
  context.lineWidth = 1.5;
  context.stroke();
  context.restore();
}

export function downloadBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has opened it by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}
