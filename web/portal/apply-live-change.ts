import type { Analytics, LiveChange, Point } from '../../contract/analytics.ts';
import { metricNames } from '../../contract/constants.ts';

/** A reading in the last point's bucket replaces that point, a later one is appended, an older one is ignored. */
function mergePoint(points: Point[], reading: Point | null, from: number, bucketSeconds: number): Point[] {
  if (!reading) return points;
  const last = points.at(-1);
  if (last && reading[0] < last[0]) return points;
  if (last && reading[0] === last[0] && reading[1] === last[1]) return points;
  const bucket = (time: number) => Math.floor(time / bucketSeconds);
  const kept = last && bucket(last[0]) === bucket(reading[0]) ? points.slice(0, -1) : points;
  return [...kept.filter(([time]) => time >= from), reading];
}

/** Merges a frame of the live stream into the analytics. The range keeps its length and ends at the newest reading. */
export function applyLiveChange(before: Analytics, change: LiveChange): Analytics {
  const newest = Object.values(change.latest).map((reading) => reading?.[0] ?? 0);
  const to = Math.max(before.to, ...newest);
  const from = before.range === 'all' ? before.from : before.from + (to - before.to);
  const series = { ...before.series };
  for (const name of metricNames) {
    series[name] = mergePoint(before.series[name], change.latest[name], from, before.bucketSeconds);
  }
  return { ...before, from, to, series, latest: change.latest, lastEventAt: change.lastEventAt };
}
