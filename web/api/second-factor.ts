import { z } from 'zod';
import { nothing, postAuth } from './auth-call.ts';
import { changeSession } from './change-session.ts';

const secondFactorSetup = z.object({ totpURI: z.url(), backupCodes: z.array(z.string()) });
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>;

const recoveryCodes = z.object({ backupCodes: z.array(z.string()) });

/** Gives the secret to scan; nothing is switched on until a code made from it is shown. */
export const beginSecondFactor = (password: string): Promise<SecondFactorSetup> =>
  postAuth('two-factor/enable', { password }, secondFactorSetup.parse);

export const switchOnSecondFactor = (code: string) =>
  changeSession(() => postAuth('two-factor/verify-totp', { code }, nothing));

export const switchOffSecondFactor = (password: string) =>
  changeSession(() => postAuth('two-factor/disable', { password }, nothing));

/** Ten new ones; those of before no longer work. */
export async function renewRecoveryCodes(password: string): Promise<string[]> {
  const { backupCodes } = await postAuth(
    'two-factor/generate-backup-codes',
    { password },
    recoveryCodes.parse,
  );
  return backupCodes;
}
