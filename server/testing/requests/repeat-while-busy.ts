/**
 * The answer to a request, which is sent again while it is answered 503: on a machine that runs many tests a question
 * may exceed its time. Only for requests that may be repeated.
 */
export async function repeatWhileBusy<Answer extends { statusCode: number }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await send();
  for (let attempt = 2; answer.statusCode === 503 && attempt <= 5; attempt += 1) answer = await send();
  return answer;
}
