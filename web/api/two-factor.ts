import { backupCodes, done, type ProofRequest, twoFactorSecret } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { changeSession } from './change-session.ts';
import { postJson } from './client.ts';

/** Gives the secret to scan; nothing is switched on until a code made from it is shown. */
export const beginTwoFactor = (password: string) =>
  postJson(apiPaths.enableTwoFactor, { password }, { parse: twoFactorSecret.parse });

export const switchOnTwoFactor = (code: string) =>
  changeSession(() => postJson(apiPaths.verifyTotp, { code }, { parse: done.parse }));

export const switchOffTwoFactor = (proof: ProofRequest) =>
  changeSession(() => postJson(apiPaths.disableTwoFactor, proof, { parse: done.parse }));

/** New ones; those of before no longer work. */
export const renewRecoveryCodes = (proof: ProofRequest) =>
  postJson(apiPaths.generateBackupCodes, proof, { parse: backupCodes.parse });
