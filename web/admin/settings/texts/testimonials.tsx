import { settingListMax, settingMax } from '../../../../contract/site/agency-settings.ts';
import { homeTestimonialsMax, type Testimonial } from '../../../../contract/site/testimonials.ts';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { OriginalNote } from '../fields/original-note.tsx';
import { SettingsGroup } from '../fields/settings-group.tsx';
import { ListEditorFields } from '../lists/list-editor.tsx';
import { useSetting } from '../model/settings-draft-context.ts';
import { toToday } from '../model/today.ts';
import { EntryField } from './entry-field.tsx';

const ratings = [5, 4, 3, 2, 1] as const;
const ratingOptions = ratings.map((rating) => ({
  value: String(rating),
  label: rating === 1 ? '1 star' : `${rating} stars`,
}));

const toNew = (): Testimonial => ({
  ...{ name: '', role: '', content: '', rating: 5, industry: '' },
  ...{ date: toToday(), isOnHome: false },
});

export function TestimonialsSetting() {
  const { value = [], original = [], error, change } = useSetting('testimonials');
  const onHome = value.filter(({ isOnHome }) => isOnHome).length;
  return (
    <SettingsGroup
      title="Testimonials"
      hint={`The testimonials page shows all of them, the home page up to ${homeTestimonialsMax}: now ${onHome}.`}
      field="testimonials"
      error={error}
    >
      <ListEditorFields
        entries={value}
        onChange={change}
        what="testimonial"
        toName={({ name }) => name.trim()}
        toNote={({ content, isOnHome }) => `${isOnHome ? 'On the home page · ' : ''}${content}`}
        toNew={toNew}
        max={settingListMax.testimonials}
        empty="No testimonials. The page then shows none."
      >
        {(entry, edit, index) => (
          <TestimonialFields
            entry={entry}
            path={`testimonials.${index}`}
            isHomeFull={!entry.isOnHome && onHome >= homeTestimonialsMax}
            onEdit={edit}
          />
        )}
      </ListEditorFields>
      <OriginalNote path="testimonials" original={`${original.length} sample testimonials`} />
    </SettingsGroup>
  );
}

interface TestimonialFieldsProps {
  entry: Testimonial;
  path: string;
  isHomeFull: boolean;
  onEdit: (part: Partial<Testimonial>) => void;
}

function TestimonialFields({ entry, path, isHomeFull, onEdit }: TestimonialFieldsProps) {
  return (
    <>
      <EntryField
        path={`${path}.content`}
        label="Quote"
        isLong
        value={entry.content}
        max={settingMax.quote}
        onChange={(content) => onEdit({ content })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <EntryField
          path={`${path}.name`}
          label="Name"
          value={entry.name}
          max={settingMax.personName}
          onChange={(name) => onEdit({ name })}
        />
        <EntryField
          path={`${path}.role`}
          label="Role and company"
          value={entry.role}
          max={settingMax.personRole}
          onChange={(role) => onEdit({ role })}
        />
        <EntryField
          path={`${path}.industry`}
          label="Industry"
          value={entry.industry}
          max={settingMax.industry}
          onChange={(industry) => onEdit({ industry })}
        />
        <EntryField
          path={`${path}.date`}
          label="Date"
          type="date"
          value={entry.date}
          onChange={(date) => onEdit({ date })}
        />
        <SelectField
          name={`${path}.rating`}
          label="Rating"
          options={ratingOptions}
          value={String(entry.rating)}
          onChange={({ currentTarget }) =>
            onEdit({ rating: ratings.find((rating) => String(rating) === currentTarget.value) ?? 5 })
          }
        />
      </div>
      <CheckField
        name={`${path}.isOnHome`}
        label="Show it on the home page"
        hint={
          isHomeFull ? `The home page already shows ${homeTestimonialsMax}.` : 'In the order of this list.'
        }
        checked={entry.isOnHome}
        disabled={isHomeFull}
        onChange={({ currentTarget }) => onEdit({ isOnHome: currentTarget.checked })}
      />
    </>
  );
}
