import { z } from 'zod';
import { companyId } from '../../../contract/companies.ts';
import { trackingBatchMax } from '../../../contract/constants.ts';
import { type TrackingEvent, trackingEvent } from '../../../contract/tracking.ts';
import { AppError } from '../../platform/errors.ts';

const batch = z.array(trackingEvent).min(1);

/** Events that are not of the right shape, and the company they name, if they name one. */
export class InvalidEvents extends AppError {
  readonly companyId: string | undefined;

  constructor(message: string, companyId?: string) {
    super(400, 'invalid-request', message);
    this.companyId = companyId;
  }
}

/**
 * The events of a request's body: one or an array. Throws an AppError that names the first thing
 * wrong; one wrong event refuses them all, so that a sender never has to guess what was kept.
 */
export function parseTrackingBody(body: unknown, singleMaxBytes: number): TrackingEvent[] {
  if (typeof body !== 'string' || body === '')
    throw invalid('The body must be a JSON event or an array of events.');
  const json = parseJson(body);
  if (Array.isArray(json)) {
    // Counted first: a long array of nonsense would cost a complaint an item.
    if (json.length > trackingBatchMax) throw invalid(`At most ${trackingBatchMax} events fit one request.`);
    return requireValid(batch.safeParse(json), json);
  }
  if (Buffer.byteLength(body) > singleMaxBytes) {
    throw new AppError(413, 'body-too-large', 'The event is too large.');
  }
  return [requireValid(trackingEvent.safeParse(json), json)];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON.');
  }
}

function requireValid<Value>(parsed: z.ZodSafeParseResult<Value>, json: unknown): Value {
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.');
  throw invalid(
    field ? `${field}: ${issue?.message}` : (issue?.message ?? 'The event is not valid.'),
    findCompanyId(json, issue?.path[0]),
  );
}

/** The company that the event with the first problem names. */
function findCompanyId(json: unknown, at: PropertyKey | undefined): string | undefined {
  const event: unknown = Array.isArray(json) && typeof at === 'number' ? json[at] : json;
  const named = z.object({ companyId }).safeParse(event);
  return named.success ? named.data.companyId : undefined;
}

function invalid(message: string, company?: string): InvalidEvents {
  return new InvalidEvents(message, company);
}
