import { usualReviews } from '../../../../contract/site/testimonials.ts';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { OriginalNote } from '../fields/original-note.tsx';
import { SettingsGroup } from '../fields/settings-group.tsx';
import { useDraft, useSetting } from '../model/settings-draft-context.ts';

/** How many reviews there are of each rating, for the summary above the testimonials. */
export function ReviewsSetting() {
  const { errorAt } = useDraft();
  const { value = null, change } = useSetting('reviews');

  function changeCount(index: number, text: string): void {
    if (!value) return;
    // An empty field is refused when it is saved.
    const [five, four, three, two, one] = value.with(index, text === '' ? Number.NaN : Number(text));
    if (five === undefined || four === undefined || three === undefined || two === undefined) return;
    if (one !== undefined) change([five, four, three, two, one]);
  }

  return (
    <SettingsGroup
      title="Summary of reviews"
      hint="Above the testimonials: how many reviews have how many stars."
    >
      <CheckField
        name="reviews"
        label="Show the summary"
        hint="Only if there are real reviews that you can show on request."
        checked={value !== null}
        onChange={({ currentTarget }) => change(currentTarget.checked ? usualReviews : null)}
      />
      {value && (
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-5">
          {value.map((count, index) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: there are always five, in this order
              key={index}
              name={`reviews.${index}`}
              label={index === 4 ? '1 star' : `${5 - index} stars`}
              type="number"
              inputMode="numeric"
              min={0}
              value={Number.isNaN(count) ? '' : count}
              error={errorAt(`reviews.${index}`)}
              onChange={({ currentTarget }) => changeCount(index, currentTarget.value)}
            />
          ))}
        </div>
      )}
      <OriginalNote path="reviews" original={usualReviews.join(', ')} />
    </SettingsGroup>
  );
}
