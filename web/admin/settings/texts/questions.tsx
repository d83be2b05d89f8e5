import { settingListMax, settingMax } from '../../../../contract/site/agency-settings.ts';
import { OriginalNote } from '../fields/original-note.tsx';
import { SettingsGroup } from '../fields/settings-group.tsx';
import { ListEditorFields } from '../lists/list-editor.tsx';
import { useSetting } from '../model/settings-draft-context.ts';
import { EntryField } from './entry-field.tsx';

export function QuestionsSetting() {
  const { value = [], error, change } = useSetting('questions');
  return (
    <SettingsGroup
      title="Questions and answers"
      hint="The home page shows them. Originally the list is empty."
      field="questions"
      error={error}
    >
      <ListEditorFields
        entries={value}
        onChange={change}
        what="question"
        toName={({ question }) => question.trim()}
        toNew={() => ({ question: '', answer: '' })}
        max={settingListMax.questions}
        empty="No questions yet."
      >
        {(entry, edit, index) => (
          <>
            <EntryField
              path={`questions.${index}.question`}
              label="Question"
              value={entry.question}
              max={settingMax.question}
              onChange={(question) => edit({ question })}
            />
            <EntryField
              path={`questions.${index}.answer`}
              label="Answer"
              hint="Markdown: **bold**, [a link](https://example.com), an empty line between paragraphs."
              isLong
              value={entry.answer}
              max={settingMax.answer}
              onChange={(answer) => edit({ answer })}
            />
          </>
        )}
      </ListEditorFields>
      <OriginalNote path="questions" original="none" />
    </SettingsGroup>
  );
}
