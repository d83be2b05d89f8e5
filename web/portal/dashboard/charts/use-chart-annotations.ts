import { useQuery } from '@tanstack/react-query';
import { annotationsQuery } from '../../api/annotations.ts';

/** A note at a moment. */
export interface ChartAnnotation {
  id: string;
  /** ISO time. */
  at: string;
  text: string;
}

const none: ChartAnnotation[] = [];

/** The notes of a company that its charts show. Charts without their notes are better than no charts. */
export function useChartAnnotations(companyId: string): readonly ChartAnnotation[] {
  return useQuery(annotationsQuery(companyId)).data ?? none;
}
