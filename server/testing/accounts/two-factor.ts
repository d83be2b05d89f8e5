import { twoFactorSecret } from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { TestApp } from '../test-app.ts';
import { mergeCookies, send, type TestAccount } from './accounts.ts';
import { toTotp } from './totp.ts';

/** Enables two-factor with the code of the previous 30 seconds, so that the current one can still be used. */
export async function withTwoFactor(t: TestApp, { cookie, password }: TestAccount) {
  const enabled = await send(t, apiPaths.enableTwoFactor, { password }, { cookie });
  const secret = twoFactorSecret.strict().parse(enabled.json());
  const verify = () => {
    const earlier = toTotp(secret.totpURI, new Date(Date.now() - 30_000));
    return send(t, apiPaths.verifyTotp, { code: earlier }, { cookie });
  };
  const first = await verify();
  // Rejected if the code expired on the way.
  const verified = first.statusCode === 200 ? first : await verify();
  if (verified.statusCode !== 200) throw new Error(`the first code was rejected: ${verified.body}`);
  return { ...secret, cookie: mergeCookies(cookie, verified) };
}
