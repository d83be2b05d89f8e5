import type { StatsFilter } from '../../../../contract/stats/filter.ts';
import { operators } from '../../../../contract/stats/model/operators.ts';
import { toSubjectLabel } from '../../../../contract/stats/model/subject-labels.ts';
import { toValueLabel } from '../../../figures/value-labels.ts';

export function toValuesLabel({ subject, operator, values }: StatsFilter): string {
  const isPart = operators[operator].isSearch;
  return values.map((value) => (isPart ? value : toValueLabel(subject, value))).join(' or ');
}

/** A filter as a sentence: "Country is Germany or France". */
export const toFilterLabel = (filter: StatsFilter): string =>
  `${toSubjectLabel(filter.subject)} ${operators[filter.operator].label} ${toValuesLabel(filter)}`;
