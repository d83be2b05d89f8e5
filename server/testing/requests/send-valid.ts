import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { anIpAddress } from '../accounts.ts';
import { publicOrigin } from '../builders.ts';
import type { RequestFixture, ValidRequest } from './valid-request.ts';

/** Sends the legal request to a route. */
export async function sendValid(
  house: RequestFixture,
  route: { method: string; url: string },
  twin: ValidRequest,
  cookie: string,
): Promise<LightMyRequestResponse> {
  const call = (await twin.override?.(house)) ?? {};
  const body = call.body ?? twin.body;
  const payload = call.rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const sent = call.cookie ?? cookie;
  const answer = await house.t.app.inject({
    method: route.method === 'OPTIONS' ? 'OPTIONS' : toMethod(route.method),
    url: call.url ?? route.url.replace(':companyId', house.companyId).replace(':sessionId', 'tab-1'),
    remoteAddress: call.remoteAddress ?? anIpAddress(),
    headers: {
      origin: publicOrigin,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(sent ? { cookie: sent } : {}),
      ...call.headers,
    },
    ...(payload === undefined ? {} : { payload }),
    payloadAsStream: twin.isStream === true,
  });
  if (twin.isStream) answer.stream().destroy();
  else twin.onAnswer?.(answer, house);
  return answer;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function toMethod(name: string): (typeof methods)[number] {
  return z.enum(methods).parse(name);
}
