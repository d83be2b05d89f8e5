import { passwordMax, passwordMin } from '../../../contract/accounts.ts';
import { brand } from '../../../contract/brand.ts';
import { AppError } from '../../platform/errors.ts';
import { commonPasswords, commonWords } from './common-passwords.ts';

const words = new Set([...commonWords]);
/** What must be left of a password without the name of the site or of its owner. */
const ownPartMin = 8;
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
];

/** Refuses a password that is too short, too long or among the first anybody would try, and says why. */
export function requireGoodPassword(password: string, email: string, field = 'password'): void {
  const reason = findWeakness(password, email);
  if (reason) throw new AppError(400, 'weak-password', reason, { field });
}

export function findWeakness(password: string, email: string): string | undefined {
  const normal = password.normalize('NFKC');
  const { length } = [...normal];
  if (!normal.isWellFormed()) return 'This password holds characters that cannot be typed again.';
  if (length < passwordMin) return `Password too short: please use at least ${passwordMin} characters.`;
  if (length > passwordMax) return `Password too long: please use at most ${passwordMax} characters.`;
  const lower = normal.toLowerCase();
  if (isPattern(lower))
    return 'This password is a simple pattern. Please choose one that is harder to guess.';
  if (isCommon(lower)) return 'This password is too common. Please choose one that is harder to guess.';
  if (leans(lower, brand.name)) return `Please choose a password without the name ${brand.name} in it.`;
  const [local = '', host = ''] = email.toLowerCase().split('@');
  const own = [email, local, ...local.split(/[._+-]/), host, host.split('.')[0] ?? ''];
  if (own.some((part) => leans(lower, part))) {
    return 'Please choose a password without your e-mail address in it.';
  }
  return undefined;
}

/** Few different characters, one piece over and over, or a run along the alphabet or the keyboard. */
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

/** On the list, or a common word (also with digits for letters) with digits and marks around it. */
function isCommon(lower: string): boolean {
  if (commonPasswords.has(lower)) return true;
  return [lower, unleet(lower)].some((text) => {
    const letters = text.replace(/[^\p{L}]/gu, '');
    // What is not letters must be real words of its own to count: digits are what people append.
    return isMadeOfWords(letters);
  });
}

function unleet(text: string): string {
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

/** One common word, or the same one again and again: several different ones make a phrase. */
function isMadeOfWords(letters: string): boolean {
  if (words.has(letters)) return true;
  const [, piece] = /^(.{3,}?)\1+$/su.exec(letters) ?? [];
  return piece !== undefined && words.has(piece);
}

/** Whether little is left of the password without the name. */
function leans(lower: string, name: string): boolean {
  const part = name.toLowerCase();
  if (part.length < 4) return false;
  const rest = lower.replaceAll(part, '').replace(/[^\p{L}\p{N}]/gu, '');
  return lower.includes(part) && rest.length < ownPartMin;
}
