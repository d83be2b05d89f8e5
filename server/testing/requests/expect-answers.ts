import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { type ErrorCode, errorBody } from '../../../contract/errors.ts';
import { rejectionHeader } from '../../../contract/paths.ts';
import { trackingResponse } from '../../../contract/tracking.ts';

/** Checks for the error body and nothing else, and returns its message. `field` is the rejected field. */
export function expectError(
  answer: LightMyRequestResponse,
  status: number,
  code: ErrorCode,
  field?: string,
): string {
  expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({
    status,
    body: { error: field === undefined ? { code } : { code, field } },
  });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  return errorBody.strict().parse(answer.json()).error.message;
}

/** Checks a rejected event: its reason is in the body and in a header, which the tracking script logs to the console. */
export function expectRejectedEvent(answer: LightMyRequestResponse, status: number, code: ErrorCode): string {
  const message = expectError(answer, status, code);
  expect(answer.headers[rejectionHeader]).toBe(code);
  return message;
}

export function expectAccepted(answer: LightMyRequestResponse, events: number): void {
  expect(answer.statusCode, answer.body).toBe(200);
  expect(trackingResponse.strict().parse(answer.json()).accepted).toBe(events);
  expect(answer.headers[rejectionHeader]).toBeUndefined();
}
