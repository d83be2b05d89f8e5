import { defaultTypeface, typefaceIds, typefaces } from '../../../../contract/site/typefaces.ts';
import { OriginalNote } from '../fields/original-note.tsx';
import { SettingsGroup } from '../fields/settings-group.tsx';
import { useSetting } from '../model/settings-draft-context.ts';
import { specimenFamily, useSpecimenFonts } from './specimen-fonts.ts';

/** The bundled typefaces, each drawn with itself. */
export function TypefaceSetting() {
  const { value = defaultTypeface, change } = useSetting('look.typeface');
  useSpecimenFonts();
  return (
    <SettingsGroup title="Typeface" hint="For every page and picture. Visitors load it from this server.">
      <div className="grid gap-3 sm:grid-cols-2">
        {typefaceIds.map((id) => (
          <label
            key={id}
            className="relative grid cursor-pointer gap-1 rounded-control border border-strong bg-raised px-4 py-3.5 hover:border-ink has-checked:border-live has-checked:bg-live-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]"
          >
            <input
              type="radio"
              name="look.typeface"
              value={id}
              checked={value === id}
              onChange={() => change(id)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
            />
            <span className="text-note text-soft">{typefaces[id].label}</span>
            <span
              aria-hidden="true"
              style={{ fontFamily: specimenFamily(id) }}
              className="text-[1.375rem] leading-tight font-medium"
            >
              Measured in the open 0123
            </span>
          </label>
        ))}
      </div>
      <OriginalNote path="look.typeface" original={typefaces[defaultTypeface].label} />
    </SettingsGroup>
  );
}
