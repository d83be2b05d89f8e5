import { useQuery } from '@tanstack/react-query';
import type { Annotation } from '../../../../contract/company/annotations.ts';
import { annotationsQuery } from '../../api/annotations.ts';
import { summaryQuery } from '../../api/stats.ts';
import { usePortal } from '../view/use-portal.ts';

const none: Annotation[] = [];

/** The notes of the period that the portal shows, in ascending order of time. */
export function useShownNotes(): Annotation[] {
  const { company, view } = usePortal();
  const { data: notes = none } = useQuery(annotationsQuery(company.id));
  const { data: summary } = useQuery(summaryQuery(company.id, view));
  if (!summary) return none;
  const from = Date.parse(summary.from);
  const to = Date.parse(summary.to);
  return notes.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to);
}
