/**
 * Operators of filters. `isSearch`: looks for a part of a text, ten times as slow as comparing. `isNegative`:
 * none of the values may match; of others, one has to.
 */
export const operators = {
  is: { label: 'is', isSearch: false, isNegative: false },
  'is-not': { label: 'is not', isSearch: false, isNegative: true },
  contains: { label: 'contains', isSearch: true, isNegative: false },
  'starts-with': { label: 'starts with', isSearch: true, isNegative: false },
} as const satisfies Record<string, { label: string; isSearch: boolean; isNegative: boolean }>;

export type FilterOperator = keyof typeof operators;

export const filterOperators = Object.keys(operators) as FilterOperator[];

export const isFilterOperator = (text: string): text is FilterOperator => Object.hasOwn(operators, text);
