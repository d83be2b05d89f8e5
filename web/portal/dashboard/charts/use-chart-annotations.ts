/** A note at a moment. */
export interface ChartAnnotation {
  id: string;
  /** ISO time. */
  at: string;
  text: string;
}

const none: ChartAnnotation[] = [];

/** The notes of a company that its charts show. */
export function useChartAnnotations(_companyId: string): readonly ChartAnnotation[] {
  return none;
}
