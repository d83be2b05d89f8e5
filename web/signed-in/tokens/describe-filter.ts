import { parseFilter } from '../../../contract/stats/filter.ts';
import { operators } from '../../../contract/stats/model/operators.ts';
import { toSubjectLabel } from '../../../contract/stats/model/subject-labels.ts';

/** A stored filter as text: "Host is shop.example". One that cannot be read is shown as it is stored. */
export function describeFilter(text: string): string {
  const filter = parseFilter(text);
  if ('problem' in filter) return text;
  const { subject, operator, values } = filter;
  return `${toSubjectLabel(subject)} ${operators[operator].label} ${values.join(' or ')}`;
}
