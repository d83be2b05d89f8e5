import type { OpenedShare } from '../../../contract/company/shares.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { asAnswer, postJson } from '../../api/client.ts';

export interface Opening {
  accessId: string;
  secret: string;
  password?: string | undefined;
  /** The session so far, in place of the password. */
  session?: string | undefined;
}

/** Exchanges the secret of a share link for a session. */
export const openSharedView = ({ accessId, ...body }: Opening): Promise<OpenedShare> =>
  postJson(apiPaths.openSharedView(accessId), body, { parse: asAnswer<OpenedShare>() });
