import { useRef } from 'react';
import { settingMax } from '../../../../contract/site/agency-settings.ts';
import {
  type LegalTextName,
  legalTextNames,
  legalTextPaths,
} from '../../../../contract/site/site-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { SettingsGroup } from '../fields/settings-group.tsx';
import { legalNames } from '../model/field-names.ts';
import { useDraft, useSetting } from '../model/settings-draft-context.ts';
import { toToday } from '../model/today.ts';

export function LegalSection() {
  return legalTextNames.map((name) => <LegalTextSetting key={name} name={name} />);
}

function LegalTextSetting({ name }: { name: LegalTextName }) {
  const { value, isUnsaved, change, reset } = useSetting(`legal.${name}`);
  const write = useRef<HTMLButtonElement>(null);
  return (
    <SettingsGroup
      title={legalNames[name]}
      hint={
        <a
          href={legalTextPaths[name]}
          target="_blank"
          rel="noreferrer"
          className="underline underline-offset-4 hover:text-live"
        >
          Open the page as it is now
        </a>
      }
    >
      {value === undefined ? (
        <div className="grid justify-items-start gap-3 rounded-control bg-sunken px-4 py-4 text-[0.9375rem] sm:px-5">
          <p className="max-w-[60ch]">
            <strong className="font-medium">The built-in text is in use.</strong>{' '}
            <span className="text-soft">
              It names your legal name, address and law, and describes what this product stores. It is not
              Markdown and cannot be edited here. As soon as you write your own text, yours replaces all of
              it.
            </span>
          </p>
          {isUnsaved && <p className="text-note font-medium text-warn">Not saved</p>}
          <Button
            ref={write}
            shape="secondary"
            size="small"
            className="min-h-11"
            aria-label={`Write your own text: ${legalNames[name]}`}
            onClick={() => change({ text: '', updated: toToday() })}
          >
            Write your own text
          </Button>
        </div>
      ) : (
        <OwnTextFields
          name={name}
          onReset={() => {
            reset();
            // The focused button disappears with the text.
            requestAnimationFrame(() => write.current?.focus());
          }}
        />
      )}
    </SettingsGroup>
  );
}

const markdownHint =
  'Markdown. Begin each section with ## and its title: they become the table of contents. Lists begin with -, links are [text](https://example.com), an empty line begins a paragraph. HTML is shown as text.';

function OwnTextFields({ name, onReset }: { name: LegalTextName; onReset: () => void }) {
  const path = `legal.${name}` as const;
  const { errorAt } = useDraft();
  const { value = { text: '', updated: toToday() }, isUnsaved, change } = useSetting(path);
  return (
    <div className="grid gap-5">
      <TextArea
        name={`${path}.text`}
        label={`${legalNames[name]}: your text`}
        hint={markdownHint}
        rows={12}
        maxLength={settingMax.legalText}
        className="max-h-[60dvh] min-h-64 font-mono text-[0.9375rem]"
        value={value.text}
        error={errorAt(`${path}.text`)}
        // The page shows when the text last changed: today, unless another day is entered afterwards.
        onChange={({ currentTarget }) => change({ text: currentTarget.value, updated: toToday() })}
      />
      <TextField
        name={`${path}.updated`}
        label="Last updated"
        hint="Shown above the text. Set to today when you change the text."
        type="date"
        value={value.updated}
        error={errorAt(`${path}.updated`)}
        onChange={({ currentTarget }) => change({ ...value, updated: currentTarget.value })}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {isUnsaved && <p className="text-note font-medium text-warn">Not saved</p>}
        <Button
          shape="secondary"
          size="small"
          className="min-h-11"
          aria-label={`Use the original text: ${legalNames[name]}`}
          onClick={onReset}
        >
          Use the original text
        </Button>
        <p className="text-note text-soft">Your text stays in the history of the versions you saved.</p>
      </div>
    </div>
  );
}
