import type { Rule } from '../ui/form/rules.ts';

/** A password or key that exists already: only the server knows whether it is right. Sent as typed. */
export const secretRule: Rule = () => undefined;
secretRule.clean = (value) => value;
secretRule.selectsWrong = true;
