import { Eye } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CurrentSettings } from '../../../contract/site/agency-settings.ts';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { TimeAgo } from '../../signed-in/timestamp.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useNow } from '../../ui/use-now.ts';
import { UnsavedChanges } from '../company/unsaved-changes.tsx';
import { AddressesSection } from './addresses-section.tsx';
import { type SectionId, sectionOfField, sections, toSectionId } from './model/field-names.ts';
import { SettingsDraftContext } from './model/settings-draft-context.ts';
import { useSettingsDraft } from './model/use-settings-draft.ts';
import { LazyPreview } from './preview/lazy-preview.tsx';
import { pageOfSection } from './preview/preview-pages.ts';
import { PreviewSheet } from './preview/preview-sheet.tsx';
import { useIsWide } from './preview/use-is-wide.ts';
import { ConflictDialog } from './saving/conflict-dialog.tsx';
import { focusField } from './saving/focus-field.ts';
import { SettingsSaveBar } from './saving/settings-save-bar.tsx';
import { SectionFields } from './section-fields.tsx';
import { SectionLinks, toSectionSearch } from './section-links.tsx';

/** The open section, which the address carries, so that Back leads to the one before. */
function useSection() {
  const [search, setSearch] = useSearchParams();
  const section = toSectionId(search.get('section'));
  const open = (next: SectionId) => {
    if (next !== section) setSearch(toSectionSearch(next), { preventScrollReset: true });
  };
  return { section, open };
}

export function SettingsEditor({ current }: { current: CurrentSettings }) {
  const draft = useSettingsDraft(current);
  const { section, open } = useSection();
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const wrongField = useOpenedSection(section, { form, title });
  const isWide = useIsWide();
  const [isPreviewing, setIsPreviewing] = useState(false);
  const hasPreview = pageOfSection[section] !== undefined;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong = await draft.save();
    if (wrong === undefined || !form.current) return;
    const itsSection = sectionOfField(wrong);
    if (itsSection === section) return focusField(form.current, wrong);
    wrongField.current = wrong;
    open(itsSection);
  }

  return (
    <SettingsDraftContext value={draft}>
      <PageTitle title="Settings" note={<LastChange current={draft.base} />}>
        {hasPreview && !isWide && (
          <Button shape="secondary" onClick={() => setIsPreviewing(true)}>
            <Eye className="size-5" strokeWidth={1.5} aria-hidden="true" />
            Preview
          </Button>
        )}
      </PageTitle>
      <div
        className={classNames(
          'mt-6 grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[11.5rem_minmax(0,1fr)]',
          hasPreview && 'xl:grid-cols-[11.5rem_minmax(0,1fr)_minmax(0,0.8fr)]',
        )}
      >
        <SectionLinks current={section} onOpen={open} />
        <div className="min-w-0 max-w-[46rem]">
          <h2 ref={title} id="settings-section" tabIndex={-1} className="scroll-mt-4 text-title outline-none">
            {sections[section]}
          </h2>
          {section === 'addresses' && <AddressesSection />}
          <form ref={form} method="dialog" noValidate onSubmit={save} aria-labelledby="settings-section">
            <div className="mt-5 grid grid-cols-1 gap-10 [&_:is(input,textarea,select,button,summary)]:scroll-mb-28">
              <SectionFields section={section} />
            </div>
            <SettingsSaveBar />
          </form>
        </div>
        {hasPreview && isWide && (
          <LazyPreview
            section={section}
            startsNarrow={false}
            className="sticky top-4 h-[calc(100dvh-2rem)] self-start"
          />
        )}
      </div>
      {isPreviewing && <PreviewSheet section={section} onClose={() => setIsPreviewing(false)} />}
      {draft.conflict && <ConflictDialog conflict={draft.conflict} />}
      <UnsavedChanges isChanged={draft.unsaved.length > 0} />
    </SettingsDraftContext>
  );
}

interface SectionElements {
  form: RefObject<HTMLFormElement | null>;
  title: RefObject<HTMLHeadingElement | null>;
}

/**
 * Moves the focus into a section that was opened: to its title, so that it is read out and seen from its beginning, or to the
 * field with an error because of which it was opened. Returns where the path of that field is set.
 */
function useOpenedSection(section: SectionId, { form, title }: SectionElements) {
  const wrongField = useRef<string>(undefined);
  const shown = useRef(section);
  useEffect(() => {
    if (shown.current === section) return;
    shown.current = section;
    const wrong = wrongField.current;
    wrongField.current = undefined;
    if (wrong !== undefined && form.current) focusField(form.current, wrong);
    else title.current?.focus();
  }, [section, form, title]);
  return wrongField;
}

function LastChange({ current: { changedAt, changedBy, version } }: { current: CurrentSettings }) {
  const now = useNow(30_000);
  if (version === 0 || changedAt === null) return 'Nothing was changed yet: the site shows the original.';
  return (
    <>
      Version {version}, saved by {changedBy} <TimeAgo at={changedAt} now={now} />
    </>
  );
}
