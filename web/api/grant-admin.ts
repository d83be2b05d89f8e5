import { grantAdminAnswer } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { postJson } from './client.ts';

/** What the server says to it. Throws an error whose message is fit for a toast. */
export async function grantAdmin(email: string, accessKey: string): Promise<string> {
  const { message } = await postJson(
    apiPaths.grantAdmin,
    { email, accessKey },
    { parse: grantAdminAnswer.parse },
  );
  return message || 'Admin privileges granted!';
}
