/** An operator in questions, on screens and in limits. */
interface OperatorDefinition {
  label: string;
  /** Whether it looks for a part of a text, which is ten times as slow as comparing. */
  isSearch: boolean;
  /** The operator that it is the opposite of: none of the values may match, where otherwise one has to. */
  negates?: string;
}

/** Operators of filters. Parameters, limits, labels and documentation derive from this table. */
export const operators = {
  is: { label: 'is', isSearch: false },
  'is-not': { label: 'is not', isSearch: false, negates: 'is' },
  contains: { label: 'contains', isSearch: true },
  'starts-with': { label: 'starts with', isSearch: true },
} as const satisfies Record<string, OperatorDefinition>;

export type FilterOperator = keyof typeof operators;
/** An operator that one of the values has to match. */
export type PositiveOperator = {
  [Name in FilterOperator]: (typeof operators)[Name] extends { negates: string } ? never : Name;
}[FilterOperator];

/** The definition of an operator. One that negates an unknown or a negative operator does not compile. */
export const operatorOf = (
  name: FilterOperator,
): OperatorDefinition & { negates?: PositiveOperator | undefined } => operators[name];

export const filterOperators = Object.keys(operators) as FilterOperator[];
export const searchOperators = filterOperators.filter((name) => operatorOf(name).isSearch);

export const isFilterOperator = (text: string): text is FilterOperator => Object.hasOwn(operators, text);
export const isNegative = (name: FilterOperator): boolean => operatorOf(name).negates !== undefined;
