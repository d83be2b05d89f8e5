import type { CheckedPart, Finding } from '../../../../contract/operation/self-check.ts';

/** A finding as the server knows it. */
export interface CheckedFinding extends Finding {
  /** The check could not be made: whether there is a problem is unknown. Not in the answer to screens. */
  isUnchecked?: boolean;
}

export function finding(
  part: CheckedPart,
  state: Finding['state'],
  sentence: string,
  advice: string | null = null,
): Finding {
  return { part, state, sentence, advice };
}

/** The check failed or was too slow, which reveals nothing about what it looks at. */
export const notChecked = (part: CheckedPart, reason: string): CheckedFinding => ({
  ...finding(part, 'notice', `This could not be checked: ${reason}.`, 'Look at the log of the server.'),
  isUnchecked: true,
});
