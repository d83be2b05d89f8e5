import { settingMax } from '../../../../contract/site/agency-settings.ts';
import { OriginalNote } from '../fields/original-note.tsx';
import { SettingsGroup } from '../fields/settings-group.tsx';
import { ListEditorFields } from '../lists/list-editor.tsx';
import { useSetting } from '../model/settings-draft-context.ts';
import { EntryField } from './entry-field.tsx';

export function HomeFiguresSetting() {
  const { value = [], original = [], error, change } = useSetting('homeFigures');
  return (
    <SettingsGroup
      title="Figures on the home page"
      hint="Up to three. Without any, the home page shows none."
      field="homeFigures"
      error={error}
    >
      <ListEditorFields
        entries={value}
        onChange={change}
        what="figure"
        toName={(figure) => `${figure.value} ${figure.label}`.trim()}
        toNew={() => ({ value: '', label: '' })}
        max={3}
        empty="No figures."
      >
        {(figure, edit, index) => (
          <div className="grid gap-5 sm:grid-cols-[8rem_1fr]">
            <EntryField
              path={`homeFigures.${index}.value`}
              label="Figure"
              value={figure.value}
              max={settingMax.figureValue}
              onChange={(text) => edit({ value: text })}
            />
            <EntryField
              path={`homeFigures.${index}.label`}
              label="What it counts"
              value={figure.label}
              max={settingMax.figureLabel}
              onChange={(label) => edit({ label })}
            />
          </div>
        )}
      </ListEditorFields>
      <OriginalNote
        path="homeFigures"
        original={original.map((figure) => `${figure.value} ${figure.label}`).join(', ')}
      />
    </SettingsGroup>
  );
}
