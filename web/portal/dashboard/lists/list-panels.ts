import type { MetricValues } from '../../../../contract/stats/answers.ts';
import type { StatsDimension } from '../../../../contract/stats/model/dimensions.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';

export interface ListDimension {
  dimension: StatsDimension;
  /** The name of a tab or choice. */
  label: string;
  /** What its values are called where there are several, in the middle of a sentence. */
  plural: string;
  /** What to do to see values here. */
  advice?: string;
}

export interface ListTab extends ListDimension {
  /** Further dimensions of the tab, to choose from. */
  choices?: readonly ListDimension[];
}

export interface ListPanelContent {
  title: string;
  tabs: readonly [ListTab, ...ListTab[]];
}

const campaignAdvice =
  'Add ?utm_source=newsletter&utm_medium=email&utm_campaign=spring to the links of your campaigns, and their visits are listed here.';
const campaign = (dimension: StatsDimension, label: string, plural: string): ListDimension => ({
  dimension,
  label,
  plural,
  advice: campaignAdvice,
});
const placeAdvice = 'Places are known once the server has a database of locations.';

export const listPanels: readonly ListPanelContent[] = [
  {
    title: 'Pages',
    tabs: [
      { dimension: 'page', label: 'Top', plural: 'pages' },
      { dimension: 'entry-page', label: 'Entry', plural: 'entry pages' },
      { dimension: 'exit-page', label: 'Exit', plural: 'exit pages' },
    ],
  },
  {
    title: 'Sources',
    tabs: [
      { dimension: 'channel', label: 'Channels', plural: 'channels' },
      { dimension: 'source', label: 'Sources', plural: 'sources' },
      {
        ...campaign('utm-campaign', 'Campaigns', 'campaigns'),
        choices: [
          campaign('utm-campaign', 'Campaign', 'campaigns'),
          campaign('utm-source', 'Source', 'campaign sources'),
          campaign('utm-medium', 'Medium', 'campaign media'),
          campaign('utm-term', 'Term', 'campaign terms'),
          campaign('utm-content', 'Content', 'campaign contents'),
        ],
      },
      { dimension: 'referrer', label: 'Referrers', plural: 'referrers' },
    ],
  },
  {
    title: 'Locations',
    tabs: [
      { dimension: 'country', label: 'Countries', plural: 'countries', advice: placeAdvice },
      { dimension: 'region', label: 'Regions', plural: 'regions', advice: placeAdvice },
      { dimension: 'city', label: 'Cities', plural: 'cities', advice: placeAdvice },
      { dimension: 'language', label: 'Languages', plural: 'languages' },
    ],
  },
  {
    title: 'Devices',
    tabs: [
      {
        dimension: 'browser',
        label: 'Browsers',
        plural: 'browsers',
        choices: [
          { dimension: 'browser', label: 'Browser', plural: 'browsers' },
          { dimension: 'browser-version', label: 'Version', plural: 'browser versions' },
        ],
      },
      {
        dimension: 'os',
        label: 'Systems',
        plural: 'operating systems',
        choices: [
          { dimension: 'os', label: 'System', plural: 'operating systems' },
          { dimension: 'os-version', label: 'Version', plural: 'system versions' },
        ],
      },
      { dimension: 'device', label: 'Devices', plural: 'devices' },
      { dimension: 'screen', label: 'Screens', plural: 'screens' },
    ],
  },
  {
    title: 'Events',
    tabs: [
      {
        dimension: 'event',
        label: 'Events',
        plural: 'events',
        advice: 'Call northlight.event() on your site, and its events are listed here.',
      },
    ],
  },
];

const listed: readonly ListDimension[] = listPanels.flatMap(({ tabs }) =>
  tabs.flatMap(({ choices, ...tab }) => choices ?? [tab]),
);

export const findListDimension = (dimension: string | null): ListDimension | undefined =>
  listed.find((each) => each.dimension === dimension);

/** What a list asks for. */
export function listMetricsOf(dimension: StatsDimension): readonly StatsMetric[] {
  const common = ['visitors', 'visits', 'orders', 'revenue', 'conversion-rate'] as const;
  if (dimension === 'page') return [...common, 'page-views'];
  return dimension === 'event' ? [...common, 'events'] : common;
}

/** What all rows of a list ask for. */
export const allRowsMetricsOf = (dimension: StatsDimension): readonly StatsMetric[] => [
  ...listMetricsOf(dimension),
  ...(['average-order-value', 'orders-per-visitor', 'revenue-per-visit'] as const),
];

/** A period without an order can have refunds of earlier ones. */
export const hasSales = ({ orders, revenue }: MetricValues): boolean =>
  (orders ?? 0) > 0 || Number(revenue ?? 0) !== 0;

/** The first number of a row, which its bar shows too. */
export const mainMetric = (dimension: StatsDimension): StatsMetric =>
  dimension === 'event' ? 'events' : 'visitors';
