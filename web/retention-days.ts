import { retentionPlaceholder } from '../contract/rules/page-retention.ts';

/**
 * How many days the server keeps single events: while building, a placeholder that it fills; in the browser,
 * what it filled into the page, which root.tsx carries on its outermost element.
 */
export const retentionDays =
  typeof document === 'undefined' ? retentionPlaceholder : document.documentElement.dataset.retentionDays;
