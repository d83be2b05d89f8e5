import { companyListMax } from '../../../../contract/company/companies.ts';
import { isTooLargeNetwork, parseNetwork } from '../../../../contract/rules/network/network.ts';
import { pathPattern } from '../../../../contract/rules/path-pattern.ts';
import type { Rule } from '../../../ui/form/rules.ts';
import { isHostName } from './typed-domain.ts';

/** Returns the problem of a line, as the end of a sentence about it; undefined if there is no problem. */
type LineCheck = (line: string) => string | undefined;

/** More would push the rest of the form off the screen. */
const shownErrors = 3;

export const toLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const fromLines = (entries: readonly string[]) => entries.join('\n');

function lineRule(check: LineCheck, max: number): Rule {
  const rule: Rule = (text) => {
    const lines = toLines(text);
    if (lines.length > max) return `Please enter at most ${max} lines; these are ${lines.length}.`;
    const errors = lines.flatMap((line, index) => {
      const problem = check(line);
      return problem ? [`Line ${index + 1}, “${line}”, ${problem}.`] : [];
    });
    const more = errors.length - shownErrors;
    const rest = more > 0 ? ` ${more === 1 ? 'One more line is' : `${more} more lines are`} not valid.` : '';
    return errors.length === 0 ? undefined : errors.slice(0, shownErrors).join(' ') + rest;
  };
  // Removes empty lines, so that a line has the number that an error names.
  rule.clean = (text) => fromLines(toLines(text));
  return rule;
}

function checkAddress(line: string): string | undefined {
  const network = parseNetwork(line);
  if (!network) return 'is not an IP address or a network such as 203.0.113.0/24';
  return isTooLargeNetwork(network) ? 'is too large: at least /8 for IPv4, /16 for IPv6' : undefined;
}

export const hostNamesRule = lineRule(
  (line) => (isHostName(line) ? undefined : 'is not a host such as blog.shop.example or *.shop.example'),
  companyListMax.hostNames,
);
export const excludedPathsRule = lineRule(
  (line) => pathPattern.safeParse(line).error?.issues[0]?.message,
  companyListMax.excludedPaths,
);
export const excludedAddressesRule = lineRule(checkAddress, companyListMax.excludedAddresses);
