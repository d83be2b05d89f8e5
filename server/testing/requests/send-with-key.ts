import { idempotencyKeyHeader } from '../../../contract/constants.ts';
import { anIpAddress, send } from '../accounts/accounts.ts';
import type { TestApp } from '../test-app.ts';
import type { CreatingRequest } from './creating-request.ts';

/** Sends a POST with an Idempotency-Key. */
export const sendWithKey = (
  t: TestApp,
  key: string,
  { path, body, cookie }: Pick<CreatingRequest, 'path' | 'body' | 'cookie'>,
  address = anIpAddress(),
) =>
  send(t, path, body, {
    ...(cookie ? { cookie } : {}),
    address,
    headers: { [idempotencyKeyHeader]: key },
  });

export const isSuccess = ({ statusCode }: { statusCode: number }) => statusCode === 200 || statusCode === 201;
