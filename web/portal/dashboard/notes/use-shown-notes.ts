import { useQuery } from '@tanstack/react-query';
import type { Note } from '../../../../contract/company/notes.ts';
import { notesQuery } from '../../api/notes.ts';
import { summaryQuery } from '../../api/stats.ts';
import { usePortal } from '../view/use-portal.ts';

const none: Note[] = [];

/** The notes of the period that the portal shows, in ascending order of time. */
export function useShownNotes(): Note[] {
  const { company, view, isShared } = usePortal();
  const { data: notes = none } = useQuery({ ...notesQuery(company.id), enabled: !isShared });
  const { data: summary } = useQuery(summaryQuery(company.id, view));
  if (!summary) return none;
  const from = Date.parse(summary.from);
  const to = Date.parse(summary.to);
  return notes.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to);
}
