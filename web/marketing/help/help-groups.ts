import { dimensionNames, dimensions } from '../../../contract/stats/model/dimensions.ts';
import { metricOf, statsMetrics } from '../../../contract/stats/model/metrics.ts';
import { exactness } from './entries/exactness.ts';
import { origins } from './entries/origins.ts';
import { pages } from './entries/pages.ts';
import { people } from './entries/people.ts';
import { sales } from './entries/sales.ts';
import { time } from './entries/time.ts';
import { values } from './entries/values.ts';
import type { HelpGroup } from './help-entry.ts';

const written: readonly HelpGroup[] = [people, pages, sales, origins, time, values, exactness];
const explained = new Set(
  written.flatMap(({ entries }) => entries.flatMap(({ id, alsoIds = [] }) => [id, ...alsoIds])),
);

/** A metric is explained by its definition unless it has an entry above. */
const others: HelpGroup = {
  id: 'other-metrics',
  title: 'Other metrics',
  lead: 'Further numbers of lists and exports.',
  entries: statsMetrics
    .filter((name) => !explained.has(name))
    .map((name) => {
      const { label, definition } = metricOf(name);
      return { id: name, term: label, summary: definition, details: [] };
    }),
};

/** A dimension as well, by its label. */
const otherDimensions: HelpGroup = {
  id: 'other-dimensions',
  title: 'Other dimensions',
  lead: 'Further values that lists and filters know.',
  entries: dimensionNames
    .filter((name) => !explained.has(name))
    .map((name) => {
      const { label, plural } = dimensions[name];
      return { id: name, term: label, summary: `Lists and filters of ${plural}.`, details: [] };
    }),
};

export const helpGroups: readonly HelpGroup[] = [
  ...written,
  ...[others, otherDimensions].filter(({ entries }) => entries.length > 0),
];
