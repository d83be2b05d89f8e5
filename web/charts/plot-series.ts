import uPlot from 'uplot';
import { createStripes, type PlotColors } from './plot-colors.ts';
import { listIsolated } from './plot-data.ts';
import type { PlotKind } from './plot-scales.ts';

const finishedBars = uPlot.paths.bars?.({ size: [0.64, 28], radius: 0.14 });
const ghostBars = uPlot.paths.bars?.({ size: [0.86, 38], radius: 0.14 });
const line = uPlot.paths.linear?.();

function fade({ ctx, bbox }: uPlot, colours: PlotColors): CanvasGradient {
  const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  gradient.addColorStop(0, colours.area);
  gradient.addColorStop(1, colours.faded);
  return gradient;
}

/** Points where a line has no segment. */
const isolatedPoints = (size: number): uPlot.Series.Points => ({
  show: true,
  size,
  filter: (plot, index) => listIsolated(plot.data[index] ?? []),
});
const noPoints: uPlot.Series.Points = { show: false };

/** The series of the plot's data, in the order they are drawn: the first is behind the others. */
export function createPlotSeries(kind: PlotKind, colours: () => PlotColors): uPlot.Series[] {
  const ghostLine: uPlot.Series = {
    stroke: () => colours().ghost,
    width: 1.5,
    dash: [3, 4],
    points: isolatedPoints(5),
    ...(line && { paths: line }),
  };
  if (kind === 'line')
    return [
      {},
      ghostLine,
      {
        stroke: () => colours().series,
        fill: (plot) => fade(plot, colours()),
        width: 2,
        points: isolatedPoints(8),
        ...(line && { paths: line }),
      },
      {
        stroke: () => colours().series,
        width: 2,
        dash: [5, 4],
        points: isolatedPoints(8),
        ...(line && { paths: line }),
      },
      { show: false },
    ];
  const bars = finishedBars && { paths: finishedBars };
  return [
    {},
    { stroke: () => colours().ghost, width: 1, points: noPoints, ...(ghostBars && { paths: ghostBars }) },
    { fill: () => colours().bar, width: 0, points: noPoints, ...bars },
    {
      stroke: () => colours().series,
      fill: ({ ctx }) => createStripes(ctx, colours()),
      width: 1,
      points: noPoints,
      ...bars,
    },
    { ...ghostLine, stroke: () => colours().axis },
  ];
}
