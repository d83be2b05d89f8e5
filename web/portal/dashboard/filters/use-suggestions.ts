import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isStatsDimension } from '../../../../contract/stats/filter.ts';
import {
  type FilterSubject,
  isWithinVisitSubject,
  type StatsDimension,
  withinVisit,
} from '../../../../contract/stats/model/dimensions.ts';
import { statsLimits } from '../../../../contract/stats/model/limits.ts';
import type { PortalView } from '../../../../contract/stats/view.ts';
import { toValueLabel } from '../../../figures/value-labels.ts';
import { breakdownQuery } from '../../api/stats.ts';
import { usePortal } from '../view/use-portal.ts';

/** A value of the period that a filter can have. */
export interface Suggestion {
  value: string;
  label: string;
  visitors: number;
}

const shownMax = 8;
const codedMax = 300;

/** The dimensions whose values are stored as codes, and read and searched by their names. */
const isCoded = (dimension: StatsDimension) =>
  ['country', 'language', 'device', 'screen'].includes(dimension);

/** The dimension whose values a filter can have. */
function toDimension(subject: FilterSubject): StatsDimension | undefined {
  if (isWithinVisitSubject(subject)) return withinVisit[subject].dimension;
  return isStatsDimension(subject) ? subject : undefined;
}

/** Values of the period whatever the filters, so that a further value of a filter can be found. Most visitors first. */
export function useSuggestions(subject: FilterSubject, typed: string) {
  const { company, view } = usePortal();
  const dimension = toDimension(subject);
  const isByName = dimension !== undefined && isCoded(dimension);
  const asked = {
    dimension: dimension ?? 'page',
    metrics: ['visitors'],
    ...(isByName ? { limit: codedMax } : { search: typed, limit: shownMax + 2 }),
  } as const;
  const unfiltered: PortalView = { ...view, compare: 'none', filters: [] };
  const answer = useQuery({
    ...breakdownQuery(company.id, unfiltered, asked),
    placeholderData: keepPreviousData,
    enabled: dimension !== undefined && typed.length <= statsLimits.searchLength,
  });
  // The answer to another dimension is kept until this one's has arrived.
  const data = answer.data?.dimension === dimension ? answer.data : undefined;
  const all = (data?.rows ?? []).map(
    ({ value, metrics }): Suggestion => ({
      value,
      label: toValueLabel(subject, value),
      visitors: Number(metrics.visitors ?? 0),
    }),
  );
  const isMatch = ({ label }: Suggestion) => label.toLowerCase().includes(typed.toLowerCase());
  const suggestions = (isByName ? all.filter(isMatch) : all).slice(0, shownMax);
  return { suggestions, all, answer: { ...answer, data } };
}

/** The value that a text names: typed names of countries become their codes. */
export const toValue = (text: string, known: readonly Suggestion[]): string =>
  known.find(({ label }) => label.toLowerCase() === text.toLowerCase())?.value ?? text;
