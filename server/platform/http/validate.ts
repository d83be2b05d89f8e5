import type { z } from 'zod';
import { AppError } from '../errors.ts';

/** The parsed value. Throws an AppError that names the first wrong field in words for people. */
export function requireValid<Schema extends z.ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  // Messages written in contract/ win over `describeIssue`; the library's own never appear.
  const parsed = schema.safeParse(data, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidField(issue?.path ?? [], issue?.message ?? 'is not valid');
}

/** Validates every part of every request; `app.ts` gives it to the framework. */
export const validatorCompiler =
  ({ schema }: { schema: z.ZodType }) =>
  (data: unknown) => {
    try {
      return { value: requireValid(schema, data) };
    } catch (error) {
      if (error instanceof AppError) return { error };
      throw error;
    }
  };

/** A message in lower case continues the field's name; any other is a sentence of its own. */
function invalidField(path: PropertyKey[], message: string): AppError {
  const words = /^\p{Ll}/u.test(message) ? `${toSubject(path)} ${message}` : message;
  const field = path.map(String).join('.');
  return new AppError(400, 'invalid-request', words, field ? { field } : {});
}

function toSubject(path: PropertyKey[]): string {
  if (path.length === 0) return 'The request body';
  if (path.length > 1) return path.map(String).join('.');
  const words = String(path[0])
    .replaceAll(/[_-]|(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/\b(id|url)\b/g, (name) => name.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const typeWords: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const formatWords: Record<string, string> = {
  email: 'must be an email address',
  uuid: 'must be a UUID',
  url: 'must be a web address such as https://shop.example',
  datetime: 'must be a time such as 2026-01-31T12:00:00Z',
};

/** What is wrong with a value, continuing the name of its field. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWords[issue.expected] ?? 'something else'}`;
    case 'invalid_value':
      return describeOptions(issue.values);
    case 'invalid_union':
      return issue.inclusive === false ? 'is not valid' : describeOptions(issue.options ?? []);
    case 'invalid_format':
      return formatWords[issue.format] ?? 'is not valid';
    case 'too_big':
      return describeTooBig(issue.origin, issue.maximum);
    case 'too_small':
      return describeTooSmall(issue.origin, issue.minimum);
    default:
      return 'is not valid';
  }
}

function describeOptions(options: z.core.util.Primitive[]): string {
  if (options.length === 0) return 'is not valid';
  return `must be ${options.length > 1 ? 'one of ' : ''}${options.map(String).join(', ')}`;
}

function describeTooBig(origin: string, maximum: number | bigint): string {
  if (origin === 'string') return `is too long (at most ${maximum} characters)`;
  if (origin === 'array') return `has too many items (at most ${maximum})`;
  return `must be at most ${maximum}`;
}

function describeTooSmall(origin: string, minimum: number | bigint): string {
  if (origin === 'string' && minimum <= 1) return 'is required';
  if (origin === 'string') return `is too short (at least ${minimum} characters)`;
  if (origin === 'array') return 'must not be empty';
  return `must be at least ${minimum}`;
}
