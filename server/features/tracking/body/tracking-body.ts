import { z } from 'zod';
import { companyId } from '../../../../contract/company/companies.ts';
import { trackingBatchMax } from '../../../../contract/constants.ts';
import { type TrackingEvent, trackingEvent } from '../../../../contract/tracking.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireValid } from '../../../platform/http/validate.ts';
import { foreignEventError } from '../rejections/rejection-errors.ts';
import { toPlainEvent } from './plain-events.ts';

const batch = z.array(trackingEvent).min(1);

/** The events do not match the schema. `companyId` is the company they name, if any. */
export class InvalidEventsError extends AppError {
  readonly companyId: string | undefined;

  constructor(message: string, field?: string, companyId?: string) {
    super(400, 'invalid-request', message, field ? { field } : {});
    this.companyId = companyId;
  }
}

/**
 * Parses the body of a request: one event or an array. Throws an AppError about the first invalid field. One invalid
 * event rejects all of them, so that a sender always knows what was stored.
 */
export function parseTrackingBody(body: unknown, singleMaxBytes: number): TrackingEvent[] {
  if (typeof body !== 'string' || body === '')
    throw invalid('The body must be a JSON event or an array of events.');
  const json = parseJson(body);
  if (Array.isArray(json)) {
    // Checked first: validation would create an error for each item of a long invalid array.
    if (json.length > trackingBatchMax) throw invalid(`At most ${trackingBatchMax} events fit one request.`);
    return toPlainEvents(json) ?? requireEvents(batch, json);
  }
  // A character has at most three bytes for each unit of its length.
  if (body.length * 3 > singleMaxBytes && Buffer.byteLength(body) > singleMaxBytes) {
    throw new AppError(413, 'body-too-large', 'The event is too large.');
  }
  return [toPlainEvent(json) ?? requireEvents(trackingEvent, json)];
}

function toPlainEvents(json: unknown[]): TrackingEvent[] | undefined {
  const events: TrackingEvent[] = [];
  for (const each of json) {
    const event = toPlainEvent(each);
    if (!event) return undefined;
    events.push(event);
  }
  return events.length > 0 ? events : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON.');
  }
}

function requireEvents<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  try {
    return requireValid(schema, json);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The same answer as for an id that does not exist.
    if (/^(\d+\.)?companyId$/.test(error.field ?? '')) throw foreignEventError('company-unknown');
    throw new InvalidEventsError(error.message, error.field, findCompanyId(json, error.field));
  }
}

/** The company of the first invalid event. In an array, the field's path begins with the event's index. */
function findCompanyId(json: unknown, field = ''): string | undefined {
  const event: unknown = Array.isArray(json) ? json[Number(field.split('.', 1)[0])] : json;
  const named = z.object({ companyId }).safeParse(event);
  return named.success ? named.data.companyId : undefined;
}

function invalid(message: string): InvalidEventsError {
  return new InvalidEventsError(message);
}
