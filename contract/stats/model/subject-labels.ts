import {
  dimensionOf,
  type FilterSubject,
  filterSubjects,
  isNamedDimension,
  isWithinVisitSubject,
  withinVisit,
} from './dimensions.ts';

export function toSubjectLabel(subject: FilterSubject): string {
  if (isNamedDimension(subject)) return dimensionOf(subject).label;
  if (isWithinVisitSubject(subject)) return withinVisit[subject].label;
  return subject.replace('property:', 'Property ');
}

interface SubjectGroup {
  label: string;
  options: { value: FilterSubject; label: string }[];
}

const toGroupLabel = (subject: FilterSubject): string =>
  isNamedDimension(subject) ? (dimensionOf(subject).list?.panel ?? 'Site') : 'During the visit';

/** The subjects of filters, grouped as the lists of the portal are. `chosen` may be a property of events. */
export function groupSubjects(chosen: FilterSubject): SubjectGroup[] {
  const groups = new Map<string, SubjectGroup>();
  const subjects = filterSubjects.includes(chosen) ? filterSubjects : [...filterSubjects, chosen];
  for (const value of subjects) {
    const label = toGroupLabel(value);
    const group = groups.get(label) ?? { label, options: [] };
    group.options.push({ value, label: toSubjectLabel(value) });
    groups.set(label, group);
  }
  return [...groups.values()];
}
