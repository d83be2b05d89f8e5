import { passwordMax, passwordMin } from '../../../contract/accounts.ts';

/** Said beside the field before anybody is refused. */
export const passwordHint = `At least ${passwordMin} characters. A few words that do not belong together are strong and easy to keep; common passwords are refused.`;

/** What can be told without asking the server, which knows the common ones. */
export function refusePassword(password: string): string | undefined {
  // As the server counts: letters, not the units a computer keeps them in.
  const { length } = [...password.normalize('NFKC')];
  if (length < passwordMin)
    return `This is ${length} ${length === 1 ? 'character' : 'characters'} long; ${passwordMin} are needed.`;
  if (length > passwordMax) return `This is ${length} characters long; ${passwordMax} are the most.`;
  return undefined;
}
