import type { AgencySettings, CurrentSettings } from '../../../../contract/site/agency-settings.ts';
import { isSame } from './is-same.ts';
import { dropUnchanged, type Edits, type FieldPath, readField } from './setting-fields.ts';

/** Another owner saved while this one edited. */
export interface Conflict {
  theirs: CurrentSettings;
  /** The fields that both changed, to different values. */
  both: readonly FieldPath[];
  /** How many other fields they changed. */
  onlyTheirs: number;
}

/** Compares what this owner edited with what another one saved since. */
export function findConflict(
  base: AgencySettings,
  edits: Edits,
  { theirs, theirFields }: { theirs: CurrentSettings; theirFields: readonly string[] },
): Conflict {
  const both = [...edits].flatMap(([path, mine]) => {
    const their = readField(theirs.settings, path);
    return isSame(readField(base, path), their) || isSame(mine, their) ? [] : [path];
  });
  const onlyTheirs = theirFields.filter((path) => !both.some((each) => each === path)).length;
  return { theirs, both, onlyTheirs };
}

/** The edits that stay when the other owner's settings are loaded: those of fields that only one changed, and the kept ones. */
export function mergeEdits(conflict: Conflict, edits: Edits, kept: ReadonlySet<FieldPath>): Edits {
  const staying = [...edits].filter(([path]) => kept.has(path) || !conflict.both.includes(path));
  return dropUnchanged(conflict.theirs.settings, new Map(staying));
}
