import { grantAdminAnswer } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { changeSession } from './change-session.ts';
import { postJson } from './client.ts';

/** What the server says to it. Throws an error whose message is fit for a toast. */
export async function grantAdmin(email: string, accessKey: string): Promise<string> {
  // Whoever grants rights to themselves gets another session with them.
  const { message } = await changeSession(() =>
    postJson(apiPaths.grantAdmin, { email, accessKey }, { parse: grantAdminAnswer.parse }),
  );
  return message || 'Admin privileges granted!';
}
