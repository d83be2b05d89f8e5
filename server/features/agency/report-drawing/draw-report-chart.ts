import type { MailColours } from '../../../../contract/site/colours/theme-output.ts';
import { defaultTypeface } from '../../../../contract/site/typefaces.ts';
import type { ReportChartPicture } from '../drawing/drawing-jobs.ts';
import { toSvg } from '../drawing/image-element.ts';
import { openOutlines } from '../drawing/outlines.ts';
import { renderPng } from '../drawing/raster.ts';
import { layOutChart } from './report-chart.ts';
import type { WrittenChart } from './written-report.ts';

/** Smaller than mails show it, so that its letters can still be read on a phone. */
const size = { width: 440, height: 194 };
/** Twice the width that mails show it with, for screens with more pixels. */
const scale = 1_052 / size.width;
const fontSize = 13.5;

/** The chart of a report as mails show it, for light and dark themes. */
export function drawReportChart({
  chart,
  colours,
}: ReportChartPicture): Record<'light' | 'dark', Uint8Array> {
  return { light: draw(chart, colours.light), dark: draw(chart, colours.dark) };
}

function draw(chart: WrittenChart, colours: MailColours): Uint8Array {
  const outlines = openOutlines(defaultTypeface, 400);
  const measure = (text: string) => outlines.measure(text, { size: fontSize });
  const { plot, geometry, valueLabels, bucketLabels } = layOutChart(chart, { ...size, fontSize, measure });
  const middle = (outlines.capHeight * fontSize) / 2;
  const write = (text: string, x: number, y: number) =>
    outlines.draw(text, { x, y: y + middle, size: fontSize }).path;
  const labels = [
    ...valueLabels.map(({ text, x, y }) => write(text, x - measure(text), y)),
    ...bucketLabels.map(({ text, x, y }) => write(text, x - measure(text) / 2, y)),
  ];
  const stroke = (d: string, colour: string, width: number, more = '') =>
    d === ''
      ? ''
      : `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;
  const drawn =
    `<rect width="${size.width}" height="${size.height}" fill="${colours.raised}"/>` +
    `<g transform="translate(${plot.left} ${plot.top})">` +
    stroke(geometry.grid, colours.line, 1) +
    `<path d="${geometry.area}" fill="${colours.bar}" fill-opacity="0.12"/>` +
    stroke(geometry.ghostLine, colours.soft, 1.25, ' stroke-dasharray="3 4" stroke-opacity="0.8"') +
    stroke(geometry.ghostDots, colours.soft, 4) +
    stroke(geometry.line, colours.bar, 2.25) +
    stroke(geometry.dots, colours.bar, 5) +
    `</g><path d="${labels.join('')}" fill="${colours.soft}"/>`;
  const pixels = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  return renderPng(toSvg(pixels, `<g transform="scale(${scale})">${drawn}</g>`));
}
