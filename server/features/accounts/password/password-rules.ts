import { passwordMax, passwordMin } from '../../../../contract/account/accounts.ts';
import { AppError } from '../../../platform/errors.ts';
import type { MailSource } from '../../../platform/mail/mail-brand.ts';
import { commonPasswords, commonWords } from './common-passwords.ts';

const words = new Set(commonWords);
/** Characters a password must have besides the name of the site or parts of the e-mail address. */
const ownPartMin = 8;
/** Digits, the alphabet and the rows of keyboards. */
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
];

/** Throws 400 with the reason if a password is too short, too long or easy to guess (decision 0041). */
export function requireGoodPassword(
  { mailBrand }: Pick<MailSource, 'mailBrand'>,
  password: string,
  email: string,
  field = 'password',
): void {
  const reason = findWeakness(password, { email, agencyName: mailBrand().name });
  if (reason) throw new AppError(400, 'weak-password', reason, { field });
}

export function findWeakness(
  password: string,
  { email, agencyName }: { email: string; agencyName: string },
): string | undefined {
  const normal = password.normalize('NFKC');
  const { length } = [...normal];
  if (!normal.isWellFormed())
    return 'This password contains characters that cannot be typed. Please choose another one.';
  if (length < passwordMin) return `Password too short: please use at least ${passwordMin} characters.`;
  if (length > passwordMax) return `Password too long: please use at most ${passwordMax} characters.`;
  const lower = normal.toLowerCase();
  if (isPattern(lower))
    return 'This password is a simple pattern. Please choose one that is harder to guess.';
  if (isCommon(lower)) return 'This password is too common. Please choose one that is harder to guess.';
  if (isMostlyName(lower, agencyName) || isMostlyName(toLetters(lower), toLetters(agencyName)))
    return `Please choose a password without the name ${agencyName} in it.`;
  const [local = '', host = ''] = email.toLowerCase().split('@');
  const names = [email, local, ...local.split(/[._+-]/), host, host.split('.')[0] ?? ''];
  if (names.some((name) => isMostlyName(lower, name))) {
    return 'Please choose a password without your e-mail address in it.';
  }
  return undefined;
}

/** At most three different characters, one repeated piece, or sequences of the alphabet or a keyboard. */
function isPattern(lower: string): boolean {
  if (new Set(lower).size <= 3) return true;
  if (/^(.{1,6}?)\1+$/su.test(lower)) return true;
  const runs = rows.flatMap((row) => [row.repeat(2), [...row].reverse().join('').repeat(2)]);
  let rest = lower;
  for (const run of runs) {
    for (let size = Math.min(run.length, 20); size >= 4; size -= 1) {
      for (let from = 0; from + size <= run.length; from += 1) {
        rest = rest.replaceAll(run.slice(from, from + size), '');
      }
    }
  }
  return rest.length <= 2;
}

/** A listed password, or a common word (also with digits for letters) surrounded by digits and symbols. */
function isCommon(lower: string): boolean {
  if (commonPasswords.has(lower)) return true;
  // Only letters are compared, since people append digits and symbols.
  return [lower, replaceLeet(lower)].some((text) => isCommonWord(text.replace(/[^\p{L}]/gu, '')));
}

/** Replaces digits and symbols used as letters, but not those appended at the end. */
function replaceLeet(text: string): string {
  const letters: Record<string, string> = {
    0: 'o',
    1: 'i',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    $: 's',
    '@': 'a',
  };
  return text.replace(/[0-9$@](?=.*\p{L})/gu, (sign) => letters[sign] ?? sign);
}

/** One common word, or one repeated. Several different words are a phrase. */
function isCommonWord(letters: string): boolean {
  if (words.has(letters)) return true;
  const [, piece] = /^(.{3,}?)\1+$/su.exec(letters) ?? [];
  return piece !== undefined && words.has(piece);
}

/** Without what people leave out of a name of several words. */
const toLetters = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');

/** Whether the password contains the name and little else. */
function isMostlyName(lower: string, name: string): boolean {
  const part = name.toLowerCase();
  if (part.length < 4) return false;
  const rest = lower.replaceAll(part, '').replace(/[^\p{L}\p{N}]/gu, '');
  return lower.includes(part) && rest.length < ownPartMin;
}
