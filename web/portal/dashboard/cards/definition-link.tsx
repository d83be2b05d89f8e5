import { CircleHelp } from 'lucide-react';
import { metricOf, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { Link } from '../../routing/link.tsx';

const liveVisitors = 'Visitors with a tab seen in the last five minutes, and people who look at this portal.';

interface DefinitionLinkProps {
  term: string;
  /** The id of the definition on /help/metrics. */
  id: StatsMetric | 'live-visitors';
}

/** The meaning of a term in one sentence, as a tooltip, and a link to the whole definition. */
export function DefinitionLink({ term, id }: DefinitionLinkProps) {
  const text = id === 'live-visitors' ? liveVisitors : metricOf(id).definition;
  return (
    <Link
      to={`/help/metrics#${id}`}
      title={text}
      aria-label={`${term}: ${text} Read more`}
      className="-m-2.5 inline-grid size-11 shrink-0 place-content-center rounded-control text-soft opacity-70 hover:text-ink hover:opacity-100 focus-visible:opacity-100 print:hidden"
    >
      <CircleHelp className="size-4" strokeWidth={1.5} aria-hidden="true" />
    </Link>
  );
}
