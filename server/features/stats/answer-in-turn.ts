import type { AdmissionQueue } from '../../platform/limits/admission.ts';
import { type PortalViewer, toRequester } from '../access/access.ts';
import type { StatsDeps } from './stats.ts';

export interface StatsRoutesDeps extends StatsDeps {
  admission: AdmissionQueue;
}

/** Answers a question within the limits of its viewer, and asks DuckDB in the viewer's turns. */
export function answerInTurn<Result>(
  { db, reader, admission }: StatsRoutesDeps,
  request: { viewer: PortalViewer | null; ip: string },
  answer: (deps: StatsDeps) => Promise<Result>,
): Promise<Result> {
  return admission.run(toRequester(request), (turn) => answer({ db, reader: reader.inTurn(turn) }));
}
