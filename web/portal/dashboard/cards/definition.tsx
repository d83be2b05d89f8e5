import type { ReactNode } from 'react';
import { metricOf, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { Explanation } from '../../../ui/explanation.tsx';
import { useIsShared } from '../view/use-portal.ts';

const liveVisitors =
  'Visitors who have the site open now, seen within the last five minutes, and people who look at this portal.';

export type DefinedTerm = StatsMetric | 'live-visitors';

interface DefinitionProps {
  /** The id of the definition on /help/metrics. */
  id: DefinedTerm;
  labelId?: string;
  /** The element around the term. */
  as?: 'span' | 'h3';
  /** The term: a click on it opens its definition. */
  children: ReactNode;
  className?: string;
}

/** A term that opens its definition of one sentence, with a link to the whole one. */
export function Definition({ id, ...label }: DefinitionProps) {
  const isShared = useIsShared();
  const text = id === 'live-visitors' ? liveVisitors : metricOf(id).definition;
  return <Explanation {...label} text={text} more={isShared ? undefined : `/help/metrics#${id}`} />;
}
