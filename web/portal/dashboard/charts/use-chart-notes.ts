import { useQuery } from '@tanstack/react-query';
import { notesQuery } from '../../api/notes.ts';

/** A note at a moment. */
export interface ChartNote {
  id: string;
  /** ISO time. */
  at: string;
  text: string;
}

const none: ChartNote[] = [];

/** The notes of a company that its charts show. Charts without their notes are better than no charts. */
export function useChartNotes(companyId: string): readonly ChartNote[] {
  return useQuery(notesQuery(companyId)).data ?? none;
}
