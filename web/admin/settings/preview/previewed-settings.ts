import type { AgencySettings } from '../../../../contract/site/agency-settings.ts';
import { findErrors } from '../model/find-errors.ts';
import { dropUnchanged, type Edits, withEdits } from '../model/setting-fields.ts';

/**
 * The settings as far as they can be shown: edited fields that cannot be saved as they are keep their saved value, so that the
 * preview follows all others.
 */
export function toPreviewed(saved: AgencySettings, edits: Edits) {
  const wrong = Object.keys(findErrors(withEdits(saved, edits)));
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
