import type { FastifyRequest } from 'fastify';
import { apiPaths } from '../../../../contract/paths.ts';
import { AppError } from '../../../platform/errors.ts';

/** Everything that a viewer of a share link may ask, with the parameters besides those of the view. */
const questions = new Map<string, { hasView: boolean; parameters: readonly string[] }>([
  [apiPaths.company(':companyId'), { hasView: false, parameters: [] }],
  [apiPaths.active(':companyId'), { hasView: false, parameters: [] }],
  [apiPaths.statsSummary(':companyId'), { hasView: true, parameters: ['metrics'] }],
  [apiPaths.statsTimeseries(':companyId'), { hasView: true, parameters: ['metrics', 'interval'] }],
  [apiPaths.statsLists(':companyId'), { hasView: true, parameters: ['dimension'] }],
  [apiPaths.live(':companyId'), { hasView: true, parameters: ['interval', 'known'] }],
]);

/** Whether the session of a share link may ask at a path, as it is registered. */
export const isSharedQuestion = (path: string): boolean => questions.has(path);

/** Filters are not among them: those of the view are added to every question. */
const viewParameters = ['period', 'from', 'to', 'compare', 'match', 'orders'] as const;

/**
 * Throws a 403 unless a request is a question about exactly the view that is shared: with another period or another filter, a
 * link would show more than its sender shared.
 */
export function requireSharedQuestion({ routeOptions, query }: FastifyRequest, view: string): void {
  const question = questions.get(routeOptions.url ?? '');
  if (!question) throw notShared();
  const asked = query as Readonly<Record<string, unknown>>;
  const names = Object.keys(asked);
  const isViewName = (name: string) => viewParameters.some((each) => each === name);
  if (names.some((name) => !isViewName(name) && !question.parameters.includes(name))) throw notShared();
  // A stream without a view has no figures.
  const isWithoutView = !names.some(isViewName);
  if (isWithoutView && (!question.hasView || routeOptions.url === apiPaths.live(':companyId'))) return;
  const shared = new URLSearchParams(view);
  if (!question.hasView || viewParameters.some((name) => asked[name] !== (shared.get(name) ?? undefined)))
    throw notShared();
}

function notShared(): AppError {
  return new AppError(403, 'missing-right', 'This link shows one view, and this is not part of it.');
}
