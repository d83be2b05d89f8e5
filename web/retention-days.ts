import { retentionPlaceholder } from '../contract/rules/page-retention.ts';

/**
 * How many days the server keeps single events. While building, a placeholder that the server replaces; in the browser,
 * the value from the root element, see root.tsx.
 */
export const retentionDays =
  typeof document === 'undefined' ? retentionPlaceholder : document.documentElement.dataset.retentionDays;
