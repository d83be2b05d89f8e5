import type { z } from 'zod';
import { AppError } from '../errors.ts';

/** Returns the parsed value. Throws an AppError with a readable message about the first invalid field. */
export function requireValid<Schema extends z.ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  // Messages from contract/ take precedence over `describeIssue`. The library's messages are never used.
  const parsed = schema.safeParse(data, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // A field that a strict schema does not know is named as if it had been checked.
  const unknownField = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  throw invalidField([...(issue?.path ?? []), ...unknownField], issue?.message ?? 'is not valid');
}

/** Fastify validates every part of every request with it. */
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

/** A message that starts in lower case follows the field's name. Any other is a complete sentence. */
function invalidField(path: PropertyKey[], message: string): AppError {
  const text = /^\p{Ll}/u.test(message) ? `${toSubject(path)} ${message}` : message;
  const field = path.map(String).join('.');
  return new AppError(400, 'invalid-request', text, field ? { field } : {});
}

function toSubject(path: PropertyKey[]): string {
  if (path.length === 0) return 'The request body';
  if (path.length > 1) return path.map(String).join('.');
  const name = String(path[0])
    .replaceAll(/[_-]|(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/\b(id|url)\b/g, (abbreviation) => abbreviation.toUpperCase());
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const formatMessages: Record<string, string> = {
  email: 'must be an email address',
  uuid: 'must be a UUID',
  url: 'must be a web address such as https://shop.example',
  datetime: 'must be a time such as 2026-01-31T12:00:00Z',
};

/** A message that follows the name of the field. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? 'something else'}`;
    case 'invalid_value':
      return describeOptions(issue.values);
    case 'unrecognized_keys':
      return 'is not a known parameter';
    case 'invalid_union':
      return issue.inclusive === false ? 'is not valid' : describeOptions(issue.options ?? []);
    case 'invalid_format':
      return formatMessages[issue.format] ?? 'is not valid';
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
