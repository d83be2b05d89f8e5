import type { ComponentProps } from 'react';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { FieldPath, FieldValues } from '../model/setting-fields.ts';
import { useSetting } from '../model/settings-draft-context.ts';
import { OriginalNote } from './original-note.tsx';

/** The fields that are one text. */
export type TextPath = {
  [Path in FieldPath]: FieldValues[Path] extends string
    ? string extends FieldValues[Path]
      ? Path
      : never
    : never;
}[FieldPath];

interface TextSettingProps
  extends Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'placeholder'> {
  path: TextPath;
  label: string;
  hint?: string;
  max: number;
  /** Several lines. */
  isLong?: boolean;
  /** An empty text is the original. */
  isOptional?: boolean;
}

/** One text of the settings, with the specification's text until another one is entered. */
export function TextSetting(props: TextSettingProps) {
  const { path, label, hint, max, isLong = false, isOptional = false, ...input } = props;
  const { value = '', original, error, change, reset } = useSetting(path);
  const field = {
    ...{ name: path, label, value, error, maxLength: max },
    ...(hint === undefined ? {} : { hint }),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      isOptional && currentTarget.value === '' ? reset() : change(currentTarget.value),
  };
  return (
    <div className="grid min-w-0 content-start gap-2">
      {isLong ? (
        <TextArea {...field} rows={3} className="min-h-24" />
      ) : (
        <TextField autoComplete="off" {...input} {...field} />
      )}
      <OriginalNote path={path} original={original} />
    </div>
  );
}
