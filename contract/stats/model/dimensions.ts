import type { StatsMetric } from './metrics.ts';

/** Stored where a value was not recorded (rows of earlier versions, an address without a known country). */
export const unknownValue = 'unknown';
/** Stored where there was nothing to record, such as `utm_source` of an address without one. */
export const noneValue = '(none)';

export interface DimensionDefinition {
  /**
   * `visit`: every page view and event of a visit has the same value. `row`: a single page view or event has it.
   */
  of: 'visit' | 'row';
  /** Its column in the relations of the statistics, `visits` and `hits`. */
  column: string;
  label: string;
  /** The plural of its values, for the middle of a sentence. */
  plural: string;
  /** Shown instead of `noneValue`. */
  none?: string;
  /** The metric that counts its rows, if every row that the metric counts has exactly one value. */
  rowMetric?: StatsMetric;
  /** How to get values into its list. */
  advice?: string;
  /** Where the portal lists it. Dimensions of one tab are choices of that tab, under their `choice`. */
  list?: { panel: string; tab: string; choice?: string };
}

const campaignAdvice =
  'Add ?utm_source=newsletter&utm_medium=email&utm_campaign=spring to the links of your campaigns, and their visits are listed here.';
const placeAdvice = 'Places are known once the server has a database of locations.';

/**
 * The dimensions of the statistics, in the order in which the portal offers them. `property:<name>`, the value of a
 * property of custom events, is one as well. Questions, filters, SQL, lists, labels and documentation derive from this
 * table.
 */
export const dimensions = {
  page: {
    of: 'row',
    column: 'path',
    label: 'Page',
    plural: 'pages',
    rowMetric: 'page-views',
    list: { panel: 'Pages', tab: 'Top' },
  },
  'entry-page': {
    of: 'visit',
    column: 'entry_page',
    label: 'Entry page',
    plural: 'entry pages',
    list: { panel: 'Pages', tab: 'Entry' },
  },
  'exit-page': {
    of: 'visit',
    column: 'exit_page',
    label: 'Exit page',
    plural: 'exit pages',
    list: { panel: 'Pages', tab: 'Exit' },
  },
  host: { of: 'row', column: 'host', label: 'Host', plural: 'hosts' },
  channel: {
    of: 'visit',
    column: 'channel',
    label: 'Channel',
    plural: 'channels',
    list: { panel: 'Sources', tab: 'Channels' },
  },
  source: {
    of: 'visit',
    column: 'source',
    label: 'Source',
    plural: 'sources',
    list: { panel: 'Sources', tab: 'Sources' },
  },
  'utm-campaign': {
    of: 'visit',
    column: 'utm_campaign',
    label: 'Campaign',
    plural: 'campaigns',
    none: 'No campaign',
    advice: campaignAdvice,
    list: { panel: 'Sources', tab: 'Campaigns', choice: 'Campaign' },
  },
  'utm-source': {
    of: 'visit',
    column: 'utm_source',
    label: 'Campaign source',
    plural: 'campaign sources',
    none: 'No campaign source',
    advice: campaignAdvice,
    list: { panel: 'Sources', tab: 'Campaigns', choice: 'Source' },
  },
  'utm-medium': {
    of: 'visit',
    column: 'utm_medium',
    label: 'Campaign medium',
    plural: 'campaign media',
    none: 'No campaign medium',
    advice: campaignAdvice,
    list: { panel: 'Sources', tab: 'Campaigns', choice: 'Medium' },
  },
  'utm-term': {
    of: 'visit',
    column: 'utm_term',
    label: 'Campaign term',
    plural: 'campaign terms',
    none: 'No campaign term',
    advice: campaignAdvice,
    list: { panel: 'Sources', tab: 'Campaigns', choice: 'Term' },
  },
  'utm-content': {
    of: 'visit',
    column: 'utm_content',
    label: 'Campaign content',
    plural: 'campaign contents',
    none: 'No campaign content',
    advice: campaignAdvice,
    list: { panel: 'Sources', tab: 'Campaigns', choice: 'Content' },
  },
  referrer: {
    of: 'visit',
    column: 'referrer',
    label: 'Referrer',
    plural: 'referrers',
    none: 'No referrer',
    list: { panel: 'Sources', tab: 'Referrers' },
  },
  country: {
    of: 'visit',
    column: 'country',
    label: 'Country',
    plural: 'countries',
    advice: placeAdvice,
    list: { panel: 'Locations', tab: 'Countries' },
  },
  region: {
    of: 'visit',
    column: 'region',
    label: 'Region',
    plural: 'regions',
    advice: placeAdvice,
    list: { panel: 'Locations', tab: 'Regions' },
  },
  city: {
    of: 'visit',
    column: 'city',
    label: 'City',
    plural: 'cities',
    advice: placeAdvice,
    list: { panel: 'Locations', tab: 'Cities' },
  },
  language: {
    of: 'visit',
    column: 'language',
    label: 'Language',
    plural: 'languages',
    list: { panel: 'Locations', tab: 'Languages' },
  },
  browser: {
    of: 'visit',
    column: 'browser',
    label: 'Browser',
    plural: 'browsers',
    list: { panel: 'Devices', tab: 'Browsers', choice: 'Browser' },
  },
  'browser-version': {
    of: 'visit',
    column: 'browser_version',
    label: 'Browser version',
    plural: 'browser versions',
    list: { panel: 'Devices', tab: 'Browsers', choice: 'Version' },
  },
  os: {
    of: 'visit',
    column: 'os',
    label: 'Operating system',
    plural: 'operating systems',
    list: { panel: 'Devices', tab: 'Systems', choice: 'System' },
  },
  'os-version': {
    of: 'visit',
    column: 'os_version',
    label: 'System version',
    plural: 'system versions',
    list: { panel: 'Devices', tab: 'Systems', choice: 'Version' },
  },
  device: {
    of: 'visit',
    column: 'device',
    label: 'Device',
    plural: 'devices',
    list: { panel: 'Devices', tab: 'Devices' },
  },
  screen: {
    of: 'visit',
    column: 'screen',
    label: 'Screen',
    plural: 'screens',
    list: { panel: 'Devices', tab: 'Screens' },
  },
  event: {
    of: 'row',
    column: 'event_name',
    label: 'Event',
    plural: 'events',
    rowMetric: 'events',
    advice: 'Call siteStats.event() on your site, and its events are listed here.',
    list: { panel: 'Events', tab: 'Events' },
  },
} as const satisfies Record<string, DimensionDefinition>;

export type NamedDimension = keyof typeof dimensions;
type DimensionOf<Kind extends DimensionDefinition['of']> = {
  [Name in NamedDimension]: (typeof dimensions)[Name]['of'] extends Kind ? Name : never;
}[NamedDimension];
export type VisitDimension = DimensionOf<'visit'>;
export type RowDimension = DimensionOf<'row'>;
export type PropertyDimension = `property:${string}`;
export type StatsDimension = NamedDimension | PropertyDimension;

export const dimensionNames = Object.keys(dimensions) as NamedDimension[];
export const dimensionOf = (name: NamedDimension): DimensionDefinition => dimensions[name];

export const isNamedDimension = (text: string): text is NamedDimension => Object.hasOwn(dimensions, text);
export const isVisitDimension = (text: string): text is VisitDimension =>
  isNamedDimension(text) && dimensions[text].of === 'visit';

export const visitDimensions = dimensionNames.filter((name): name is VisitDimension =>
  isVisitDimension(name),
);
export const rowDimensions = dimensionNames.filter((name): name is RowDimension => !isVisitDimension(name));

/** Subjects of filters besides dimensions: whether any page view or event of the visit has a value of the dimension. */
export const withinVisit = {
  'saw-page': { label: 'Visit saw the page', dimension: 'page' },
  'did-event': { label: 'Visit had the event', dimension: 'event' },
} as const satisfies Record<string, { label: string; dimension: RowDimension }>;

export type WithinVisitSubject = keyof typeof withinVisit;
export const withinVisitSubjects = Object.keys(withinVisit) as WithinVisitSubject[];
export const isWithinVisitSubject = (text: string): text is WithinVisitSubject =>
  Object.hasOwn(withinVisit, text);

/** The dimension or condition that a filter tests. */
export type FilterSubject = StatsDimension | WithinVisitSubject;
/** Every subject with a name, that is, without properties. */
export const filterSubjects: readonly FilterSubject[] = [...dimensionNames, ...withinVisitSubjects];
