import { apiPaths } from '../../../contract/paths.ts';
import type { StatsDimension } from '../../../contract/stats/model/dimensions.ts';
import { statsLimits } from '../../../contract/stats/model/limits.ts';
import { metricsWithoutGoal } from '../../../contract/stats/model/metrics.ts';
import type { PortalView } from '../../../contract/stats/view.ts';
import { toStatsQuery } from '../../../contract/stats/view.ts';
import { send } from '../../api/client.ts';

/** A file that can be exported of a view: its timeseries, the rows of a dimension, or its raw rows. */
export type StatsFile =
  | { of: 'timeseries' | StatsDimension; format: 'csv' | 'json' }
  | { of: 'hits'; format: 'parquet' };

export function toExportPath(companyId: string, view: PortalView, { of, format }: StatsFile): string {
  const query = toStatsQuery(of === 'hits' ? { ...view, filters: [] } : view);
  query.set('format', format);
  if (of === 'hits') query.set('of', of);
  else {
    query.set('metrics', metricsWithoutGoal.join(','));
    query.set('of', of === 'timeseries' ? of : 'breakdown');
    if (of !== 'timeseries') {
      query.set('dimension', of);
      query.set('limit', String(statsLimits.rows));
    }
  }
  return `${apiPaths.statsExport(companyId)}?${query}`;
}

/**
 * Downloads a file of the statistics under the name that the server gives it.
 * @throws {ApiError} instead of opening a page with the error.
 */
export async function downloadStats(companyId: string, view: PortalView, file: StatsFile): Promise<void> {
  const response = await send(toExportPath(companyId, view, file));
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? `statistics.${file.format}`;
  // Dimensions share a name on the server.
  const isBreakdown = file.of !== 'timeseries' && file.of !== 'hits';
  saveFile(await response.blob(), isBreakdown ? name.replace('breakdown', file.of) : name);
}

function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
