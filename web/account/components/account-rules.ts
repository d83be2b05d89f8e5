import {
  invalidAccountEmail,
  isAccountEmail,
  passwordMax,
  passwordMin,
} from '../../../contract/account/accounts.ts';
import { emailRule, type Rule } from '../../ui/form/rules.ts';

const asTyped = (value: string) => value;

/** Accepts fewer addresses than other forms. The browser asks for an empty field. */
export const accountEmailRule: Rule = (email) => {
  if (email === '') return undefined;
  return emailRule(email) ?? (isAccountEmail(email) ? undefined : invalidAccountEmail);
};
accountEmailRule.clean = emailRule.clean ?? asTyped;

/** The length of a new password. Common passwords are known to the server alone. */
export const newPasswordRule: Rule = (password) => {
  // Counts characters, as the server does, not units of UTF-16.
  const { length } = [...password.normalize('NFKC')];
  if (length === 0) return undefined;
  if (length < passwordMin)
    return `This is ${length} ${length === 1 ? 'character' : 'characters'} long; ${passwordMin} are needed.`;
  if (length > passwordMax) return `This is ${length} characters long; at most ${passwordMax} are allowed.`;
  return undefined;
};
newPasswordRule.clean = asTyped;

export const passwordHint = `At least ${passwordMin} characters. A few unrelated words are strong and easy to remember. Common passwords are rejected.`;

/** Room for a pasted password that is too long: it is rejected with the reason instead of being cut. */
export const passwordFieldMax = passwordMax * 2;
