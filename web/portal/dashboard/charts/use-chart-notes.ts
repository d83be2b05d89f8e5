import { useQuery } from '@tanstack/react-query';
import { notesQuery } from '../../api/notes.ts';
import { useIsShared } from '../view/use-portal.ts';

/** A note at a moment. */
export interface ChartNote {
  id: string;
  /** ISO time. */
  at: string;
  text: string;
}

const none: ChartNote[] = [];

/** The notes of a company that its charts show; none in a shared view, whose readers are strangers to them. Charts without their notes are better than no charts. */
export function useChartNotes(companyId: string): readonly ChartNote[] {
  const isShared = useIsShared();
  return useQuery({ ...notesQuery(companyId), enabled: !isShared }).data ?? none;
}
