/** A point of a drawing; null in a gap. */
export type Point = readonly [x: number, y: number];

/** Two decimals are a tenth of a pixel in every size a chart is drawn in. */
export const round = (value: number): number => Math.round(value * 100) / 100 + 0;

/** Points that follow each other without a gap. */
function listRuns(points: readonly (Point | null)[]): Point[][] {
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (const point of points) {
    if (point) {
      if (run.length === 0) runs.push(run);
      run.push(point);
    } else run = [];
  }
  return runs;
}

const toText = ([x, y]: Point) => `${round(x)} ${round(y)}`;
const join = (run: readonly Point[]) => `M${run.map(toText).join('L')}`;
const listLines = (points: readonly (Point | null)[]) => listRuns(points).filter((run) => run.length > 1);

/** A line through points, interrupted by gaps. */
export const toLinePath = (points: readonly (Point | null)[]): string => listLines(points).map(join).join('');

/** The area between a line and the height `base`. */
export const toAreaPath = (points: readonly (Point | null)[], base: number): string =>
  listLines(points)
    .map((run) => `${join(run)}V${round(base)}H${round(run[0]?.[0] ?? 0)}Z`)
    .join('');

/** Points with a gap on both sides, where a line has no segment: with a round line cap each is a dot. */
export const toDotsPath = (points: readonly (Point | null)[]): string =>
  listRuns(points)
    .filter((run) => run.length === 1)
    .map(([point]) => (point ? `M${toText(point)}h0` : ''))
    .join('');

/** Upright bars from the height `base` to each point. */
export const toBarsPath = (points: readonly (Point | null)[], width: number, base: number): string =>
  points
    .map((point) => {
      if (!point || round(point[1]) === round(base)) return '';
      const [x, y] = point;
      return `M${round(x - width / 2)} ${round(base)}V${round(y)}H${round(x + width / 2)}V${round(base)}Z`;
    })
    .join('');
