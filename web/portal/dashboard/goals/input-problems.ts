import type { z } from 'zod';

type Issue = Pick<z.core.$ZodIssue, 'path' | 'code' | 'message'>;

/** The problem of a field, as text below it. The rules and their texts are those of the contract. */
export function toProblem({ path, code, message }: Issue, kind: string): string {
  const field = path.at(-1);
  if (field === 'name')
    return code === 'too_small' ? 'Please enter a name.' : 'Please enter a name of at most 100 characters.';
  if (field === 'value') return 'Please enter an amount with at most two decimals, such as 25 or 12.50.';
  if (field === 'monthlyTarget') return 'Please enter a whole number of at least 1, or nothing.';
  const what = kind === 'page' ? 'path' : 'name of the event';
  if (code === 'too_small') return `Please enter the ${what}.`;
  return `The ${what} ${message.startsWith('must') ? message : 'is not valid'}.`;
}
