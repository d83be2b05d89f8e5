import { useRef, useState } from 'react';
import { apiPaths } from '../../../../contract/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import type { SectionId } from '../model/field-names.ts';
import { useDraft } from '../model/settings-draft-context.ts';
import { type PreviewPage, pageOfSection, previewPages, toPreviewPage } from './preview-pages.ts';
import { toPreviewed } from './previewed-settings.ts';
import { ScaledFrame } from './scaled-frame.tsx';
import { type PreviewState, usePreviewFrame } from './use-preview-frame.ts';

export interface SettingsPreviewProps {
  section: SectionId;
  startsNarrow: boolean;
  className?: string;
}

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
const widths = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const;

const frameName = 'settings-preview';

/** The real pages with the settings as they are edited. Not inside of the form of the settings: it has a form itself. */
export function SettingsPreview({ section, startsNarrow, className }: SettingsPreviewProps) {
  const { base, edits } = useDraft();
  const [chosen, setChosen] = useState<{ section: SectionId; page: PreviewPage }>();
  const [theme, setTheme] = useState('light');
  const [width, setWidth] = useState(startsNarrow ? 'phone' : 'desktop');
  // Another section shows the page that it is about.
  const page = chosen?.section === section ? chosen.page : (pageOfSection[section] ?? '/');
  const { settings, left } = toPreviewed(base.settings, edits);
  const json = JSON.stringify(settings);
  const form = useRef<HTMLFormElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);

  function choosePage(path: string): void {
    const known = toPreviewPage(path);
    if (known) setChosen({ section, page: known });
  }

  const { state, handleLoad, retry } = usePreviewFrame({
    ...{ form, frame, content: json },
    view: `${page} ${theme} ${width}`,
  });

  return (
    <section
      aria-label="Preview"
      className={classNames('grid min-h-0 grid-rows-[auto_auto_minmax(0,1fr)] gap-3', className)}
    >
      <SelectField
        label="Preview"
        options={previewPages}
        value={page}
        onChange={({ currentTarget }) => choosePage(currentTarget.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <SegmentedControl
          legend="Theme of the preview"
          name="preview-theme"
          options={themes}
          value={theme}
          onChange={setTheme}
        />
        <SegmentedControl
          legend="Width of the preview"
          name="preview-width"
          options={widths}
          value={width}
          onChange={setWidth}
        />
      </div>
      <form ref={form} method="post" target={frameName} action={apiPaths.settingsPreview} hidden>
        <input type="hidden" name="settings" value={json} />
        <input type="hidden" name="page" value={page} />
        <input type="hidden" name="theme" value={theme} />
      </form>
      <div className="relative min-h-64">
        <ScaledFrame
          ref={frame}
          name={frameName}
          pageWidth={width === 'phone' ? 390 : 1280}
          isHidden={state === 'failed'}
          onLoad={handleLoad}
        />
        {state === 'failed' && (
          <div className="absolute inset-0 grid content-center rounded-panel border border-line bg-sunken justify-items-center gap-3 p-6 text-center">
            <p role="alert" className="text-[0.9375rem]">
              The preview could not be loaded.
            </p>
            <Button shape="secondary" size="small" className="min-h-11" onClick={retry}>
              Try again
            </Button>
          </div>
        )}
        <p
          role="status"
          className="absolute top-3 right-3 rounded-control border border-line bg-raised px-3 py-1.5 text-note text-soft empty:hidden"
        >
          {toNote(state, left)}
        </p>
      </div>
    </section>
  );
}

function toNote(state: PreviewState, left: number): string {
  if (state === 'loading') return 'Updating…';
  if (left === 0) return '';
  return left === 1
    ? 'One field is not complete and not shown'
    : `${left} fields are not complete and not shown`;
}
