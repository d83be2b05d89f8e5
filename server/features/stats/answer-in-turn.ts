import type { PortalQueryLimit } from '../../platform/limits/portal-query-limit.ts';
import { type PortalViewer, toQueryOwner } from '../access/access.ts';
import type { StatsDeps } from './stats.ts';

export interface StatsRoutesDeps extends StatsDeps {
  queryLimit: PortalQueryLimit;
}

/** Answers a question within the limits of its viewer, and asks DuckDB in the viewer's turns. */
export function answerInTurn<Result>(
  { db, reader, queryLimit }: StatsRoutesDeps,
  request: { viewer: PortalViewer | null; ip: string },
  answer: (deps: StatsDeps) => Promise<Result>,
): Promise<Result> {
  const owner = toQueryOwner(request);
  return queryLimit.run(owner, () => answer({ db, reader: reader.askedBy(owner) }));
}
