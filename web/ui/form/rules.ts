import { cleanEmail, invalidEmail, isEmailAddress } from '../../../contract/rules/email.ts';

/** Returns what is wrong with a value, as text for the field; undefined if nothing is. */
export interface Rule {
  (value: string): string | undefined;
  /** Applied before the check. Without it, surrounding white space is removed. */
  clean?: (value: string) => string;
  /** A wrong value is selected, so that it can be typed over. */
  selectsWrong?: boolean;
}

export const required =
  (message: string): Rule =>
  (value) =>
    value === '' ? message : undefined;

export const emailRule: Rule = (value) => (isEmailAddress(value) ? undefined : invalidEmail);
emailRule.clean = cleanEmail;
