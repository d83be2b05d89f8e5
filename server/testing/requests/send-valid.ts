import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { anIpAddress } from '../accounts/accounts.ts';
import { publicOrigin } from '../builders.ts';
import { repeatWhileBusy } from './repeat-while-busy.ts';
import type { RequestFixture, ValidRequest } from './valid/valid-request.ts';

/** Sends the valid request to a route. */
export async function sendValid(
  fixture: RequestFixture,
  route: { method: string; url: string },
  request: ValidRequest,
  cookie: string,
): Promise<LightMyRequestResponse> {
  const overrides = (await request.override?.(fixture)) ?? {};
  const body = overrides.body ?? request.body;
  const payload = overrides.rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const sent = overrides.cookie ?? cookie;
  const inject = () =>
    fixture.t.app.inject({
      method: route.method === 'OPTIONS' ? 'OPTIONS' : toMethod(route.method),
      url: overrides.url ?? route.url.replace(':companyId', fixture.companyId).replace(':sessionId', 'tab-1'),
      remoteAddress: overrides.remoteAddress ?? anIpAddress(),
      headers: {
        origin: publicOrigin,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(sent ? { cookie: sent } : {}),
        ...overrides.headers,
      },
      ...(payload === undefined ? {} : { payload }),
      payloadAsStream: request.isStream === true,
    });
  const mayRepeat = route.method === 'GET' && !request.isStream;
  const answer = await (mayRepeat ? repeatWhileBusy(inject) : inject());
  if (request.isStream) answer.stream().destroy();
  else request.onAnswer?.(answer, fixture);
  return answer;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function toMethod(name: string): (typeof methods)[number] {
  return z.enum(methods).parse(name);
}
