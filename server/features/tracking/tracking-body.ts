import { z } from 'zod';
import { trackingBatchMax } from '../../../contract/constants.ts';
import { type TrackingEvent, trackingEvent } from '../../../contract/tracking.ts';
import { AppError } from '../../platform/errors.ts';
import { requireValid } from '../../platform/validate.ts';

const batch = z.array(trackingEvent).min(1);

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
    return requireValid(batch, json);
  }
  if (Buffer.byteLength(body) > singleMaxBytes) {
    throw new AppError(413, 'body-too-large', 'The event is too large.');
  }
  return [requireValid(trackingEvent, json)];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON.');
  }
}

function invalid(message: string): AppError {
  return new AppError(400, 'invalid-request', message);
}
