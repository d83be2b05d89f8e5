/**
 * The answer to a request, which is sent again while it is answered 503, or with a last answer that is not current: on a
 * machine that runs many tests a question may exceed its time. Only for requests that may be repeated.
 */
export async function repeatWhileBusy<Answer extends { statusCode: number; body?: unknown }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await send();
  for (let attempt = 2; isOfBusyServer(answer) && attempt <= 5; attempt += 1) answer = await send();
  return answer;
}

const isOfBusyServer = ({ statusCode, body }: { statusCode: number; body?: unknown }) =>
  statusCode === 503 || (typeof body === 'string' && body.includes('"answeredAt":'));
