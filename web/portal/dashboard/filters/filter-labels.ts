import type { StatsFilter } from '../../../../contract/stats/filter.ts';
import type { FilterSubject } from '../../../../contract/stats/model/dimensions.ts';
import type { FilterOperator } from '../../../../contract/stats/model/operators.ts';
import { toValueLabel } from '../lists/value-labels.ts';

export const subjectLabels: Partial<Record<FilterSubject, string>> = {
  page: 'Page',
  'entry-page': 'Entry page',
  'exit-page': 'Exit page',
  host: 'Host',
  channel: 'Channel',
  source: 'Source',
  referrer: 'Referrer',
  'utm-campaign': 'Campaign',
  'utm-source': 'Campaign source',
  'utm-medium': 'Campaign medium',
  'utm-term': 'Campaign term',
  'utm-content': 'Campaign content',
  country: 'Country',
  region: 'Region',
  city: 'City',
  language: 'Language',
  browser: 'Browser',
  'browser-version': 'Browser version',
  os: 'Operating system',
  'os-version': 'System version',
  device: 'Device',
  screen: 'Screen',
  event: 'Event',
  'saw-page': 'Visit saw the page',
  'did-event': 'Visit had the event',
};

export const operatorLabels: Record<FilterOperator, string> = {
  is: 'is',
  'is-not': 'is not',
  contains: 'contains',
  'starts-with': 'starts with',
};

export const toSubjectLabel = (subject: FilterSubject): string =>
  subjectLabels[subject] ?? subject.replace('property:', 'Property ');

export function toValuesLabel({ subject, operator, values }: StatsFilter): string {
  const isWhole = operator === 'is' || operator === 'is-not';
  return values.map((value) => (isWhole ? toValueLabel(subject, value) : value)).join(' or ');
}

/** A filter as a sentence: "Country is Germany or France". */
export const toFilterLabel = (filter: StatsFilter): string =>
  `${toSubjectLabel(filter.subject)} ${operatorLabels[filter.operator]} ${toValuesLabel(filter)}`;
