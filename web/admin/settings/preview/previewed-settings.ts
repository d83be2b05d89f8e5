import type { AgencySettings } from '../../../../contract/site/agency-settings.ts';
import { checkAccent, checkNeutral } from '../../../../contract/site/colours/check-colours.ts';
import { findErrors } from '../model/find-errors.ts';
import { dropUnchanged, type Edits, withEdits } from '../model/setting-fields.ts';

/**
 * The settings as far as they can be shown: edited fields that cannot be saved as they are keep their saved value, so that the
 * preview follows all others.
 */
export function toPreviewed(saved: AgencySettings, edits: Edits) {
  const edited = withEdits(saved, edits);
  const wrong = [...Object.keys(findErrors(edited)), ...listUnreadable(edited)];
  const usable = [...edits].filter(
    ([path]) => !wrong.some((each) => each === path || each.startsWith(`${path}.`)),
  );
  const left = edits.size - usable.length;
  const settings = withEdits(saved, dropUnchanged(saved, new Map(usable)));
  return { settings: withoutMissingPrices(settings), left };
}

/** A currency whose prices are not entered yet would make everything unusable. */
function withoutMissingPrices(settings: AgencySettings): AgencySettings {
  const wrong = Object.keys(findErrors(settings)).some((path) => path.startsWith('products.'));
  if (!wrong) return settings;
  const { currencies: _, ...others } = settings;
  return others;
}

function listUnreadable({ look }: AgencySettings): string[] {
  const { accent, neutral } = look ?? {};
  const isNeutralUsable = neutral === undefined || checkNeutral(neutral).isUsable;
  if (!isNeutralUsable)
    return accent === undefined ? ['look.neutral'] : ['look.neutral', ...listPale(accent)];
  return accent === undefined ? [] : listPale(accent, neutral);
}

const listPale = (accent: string, neutral?: string) =>
  checkAccent(accent, { neutral }).isUsable ? [] : ['look.accent'];
