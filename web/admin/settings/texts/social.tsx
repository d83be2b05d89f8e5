import { settingListMax, settingMax } from '../../../../contract/site/agency-settings.ts';
import { OriginalNote } from '../fields/original-note.tsx';
import { SettingsGroup } from '../fields/settings-group.tsx';
import { ListEditorFields } from '../lists/list-editor.tsx';
import { useSetting } from '../model/settings-draft-context.ts';
import { EntryField } from './entry-field.tsx';

export function SocialSetting() {
  const { value = [], error, change } = useSetting('social');
  return (
    <SettingsGroup
      title="Social links"
      hint="At the end of every page. Originally the list is empty."
      field="social"
      error={error}
    >
      <ListEditorFields
        entries={value}
        onChange={change}
        what="link"
        toName={({ label }) => label.trim()}
        toNote={({ url }) => url}
        toNew={() => ({ label: '', url: '' })}
        max={settingListMax.social}
        empty="No links yet."
      >
        {(entry, edit, index) => (
          <div className="grid gap-5 sm:grid-cols-[12rem_1fr]">
            <EntryField
              path={`social.${index}.label`}
              label="Name"
              placeholder="LinkedIn"
              value={entry.label}
              max={settingMax.linkLabel}
              onChange={(label) => edit({ label })}
            />
            <EntryField
              path={`social.${index}.url`}
              label="Address"
              type="url"
              inputMode="url"
              placeholder="https://"
              value={entry.url}
              max={settingMax.linkUrl}
              onChange={(url) => edit({ url })}
            />
          </div>
        )}
      </ListEditorFields>
      <OriginalNote path="social" original="none" />
    </SettingsGroup>
  );
}
