import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { ownOrigin } from '../builders.ts';
import { anAddress } from '../people.ts';
import type { House, Twin } from './valid-request.ts';

/** Sends the legal request to a route. */
export async function sendLegal(
  house: House,
  route: { method: string; url: string },
  twin: Twin,
  cookie: string,
): Promise<LightMyRequestResponse> {
  const call = (await twin.call?.(house)) ?? {};
  const body = call.body ?? twin.body;
  const payload = call.rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const sent = call.cookie ?? cookie;
  const answer = await house.t.app.inject({
    method: route.method === 'OPTIONS' ? 'OPTIONS' : toMethod(route.method),
    url: call.url ?? route.url.replace(':companyId', house.companyId).replace(':sessionId', 'tab-1'),
    remoteAddress: call.remoteAddress ?? anAddress(),
    headers: {
      origin: ownOrigin,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(sent ? { cookie: sent } : {}),
      ...call.headers,
    },
    ...(payload === undefined ? {} : { payload }),
    payloadAsStream: twin.isStream === true,
  });
  if (twin.isStream) answer.stream().destroy();
  else twin.took?.(answer, house);
  return answer;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function toMethod(name: string): (typeof methods)[number] {
  return z.enum(methods).parse(name);
}
