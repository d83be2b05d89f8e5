import { createdShare, type NewShare, openedShare } from '../../contract/company/shares.ts';
import { apiPaths } from '../../contract/paths.ts';
import { anIpAddress, type TestAccount } from './accounts/accounts.ts';
import { publicOrigin } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** A share link as an administrator creates it, and its secret. */
export async function aShare(
  t: TestApp,
  { cookie }: Pick<TestAccount, 'cookie'>,
  companyId: string,
  given: Partial<NewShare> = {},
) {
  const answer = await t.app.inject({
    method: 'POST',
    url: apiPaths.shares(companyId),
    headers: { origin: publicOrigin, cookie },
    payload: { name: 'Intranet', view: 'period=today&compare=none', ...given },
  });
  if (answer.statusCode !== 201) throw new Error(`the share was refused: ${answer.body}`);
  const { access, url } = createdShare.strict().parse(answer.json());
  return { companyId, accessId: access.id, access, url, secret: url.split('#')[1] ?? '' };
}

interface OpenedWith {
  secret?: string;
  password?: string;
  session?: string;
  address?: string;
}

/** The answer to a request to open a share link. */
export const tryShare = (
  t: TestApp,
  { accessId, secret }: { accessId: string; secret: string },
  { address = anIpAddress(), ...given }: OpenedWith = {},
) =>
  t.app.inject({
    method: 'POST',
    url: apiPaths.openSharedView(accessId),
    headers: { origin: publicOrigin },
    remoteAddress: address,
    payload: { secret, ...given },
  });

/** Opens a share link, and returns what its page gets. */
export async function openShare(
  t: TestApp,
  share: { accessId: string; secret: string },
  given: OpenedWith = {},
) {
  const answer = await tryShare(t, share, given);
  if (answer.statusCode !== 200) throw new Error(`the share was not opened: ${answer.body}`);
  return openedShare.strict().parse(answer.json());
}

/** A question with the session of a share link. */
export const askShared = (
  t: TestApp,
  session: string,
  path: string,
  query: Record<string, string> | string = {},
) =>
  t.app.inject({
    url: `${path}?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${session}` },
  });
