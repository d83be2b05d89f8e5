import { Link } from 'react-router';
import { SelectField } from '../../ui/form/select-field.tsx';
import { type SectionId, sectionIds, sectionOfField, sections, toSectionId } from './model/field-names.ts';
import { useDraft } from './model/settings-draft-context.ts';

interface SectionLinksProps {
  current: SectionId;
  onOpen: (section: SectionId) => void;
}

export const toSectionSearch = (section: SectionId) => `?section=${section}`;

/** The sections: a list at the side, on small screens a list to choose from. The address has the open one. */
export function SectionLinks({ current, onOpen }: SectionLinksProps) {
  const { unsaved } = useDraft();
  const countOf = (section: SectionId) => unsaved.filter((path) => sectionOfField(path) === section).length;
  return (
    <>
      <nav aria-label="Sections of the settings" className="max-lg:hidden">
        <ul className="sticky top-4 grid">
          {sectionIds.map((section) => (
            <li key={section}>
              <Link
                to={toSectionSearch(section)}
                preventScrollReset
                aria-current={section === current ? 'page' : undefined}
                className="-ml-3 flex min-h-10 items-center justify-between gap-2 rounded-control px-3 text-[0.9375rem] text-soft hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {sections[section]}
                <Unsaved count={countOf(section)} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="lg:hidden">
        <SelectField
          label="Section"
          options={sectionIds.map((value) => ({ value, label: toOptionLabel(value, countOf(value)) }))}
          value={current}
          onChange={({ currentTarget }) => onOpen(toSectionId(currentTarget.value))}
        />
      </div>
    </>
  );
}

const toOptionLabel = (section: SectionId, count: number) =>
  count === 0 ? sections[section] : `${sections[section]} (${count} not saved)`;

function Unsaved({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-warn-wash px-2 text-note text-warn tabular">
      {count}
      <span className="sr-only"> not saved</span>
    </span>
  );
}
