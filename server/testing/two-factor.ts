import { twoFactorSecret } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { mergeCookies, send, type TestAccount } from './accounts.ts';
import type { TestApp } from './test-app.ts';
import { toTotp } from './totp.ts';

/** Switches two-factor on with a code of the past half minute, so that the current one can still be used. */
export async function withTwoFactor(t: TestApp, { cookie, password }: TestAccount) {
  const made = await send(t, apiPaths.enableTwoFactor, { password }, { cookie });
  const secret = twoFactorSecret.parse(made.json());
  const show = () => {
    const earlier = toTotp(secret.totpURI, new Date(Date.now() - 30_000));
    return send(t, apiPaths.verifyTotp, { code: earlier }, { cookie });
  };
  const first = await show();
  // Refused when its time ended on the way.
  const shown = first.statusCode === 200 ? first : await show();
  if (shown.statusCode !== 200) throw new Error(`the first code was refused: ${shown.body}`);
  return { ...secret, cookie: mergeCookies(cookie, shown) };
}
