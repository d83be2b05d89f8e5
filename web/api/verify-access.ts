import { type VerifyAccessAnswer, verifyAccessAnswer } from '../../contract/access.ts';
import { apiPaths } from '../../contract/paths.ts';
import { postJson } from './client.ts';
import { companyKey } from './company.ts';
import { queryClient } from './query-client.ts';

/** @throws {ApiError} code `invalid-access-key` when the key opens nothing. */
export async function verifyAccess(accessKey: string): Promise<VerifyAccessAnswer> {
  const answer = await postJson(
    apiPaths.verifyCompanyAccess,
    { accessKey },
    { parse: verifyAccessAnswer.parse },
  );
  // What was refused before this key is no longer true.
  queryClient.removeQueries({ queryKey: companyKey(answer.id) });
  return answer;
}
