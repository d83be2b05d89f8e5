import type { ComponentProps } from 'react';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useDraft } from '../model/settings-draft-context.ts';

interface EntryFieldProps extends Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'placeholder'> {
  /** Such as `questions.2.answer`. */
  path: string;
  label: string;
  hint?: string;
  value: string;
  max?: number;
  isLong?: boolean;
  onChange: (value: string) => void;
}

/** One text of an entry of a list. */
export function EntryField({
  path,
  max,
  isLong = false,
  onChange,
  type,
  inputMode,
  ...field
}: EntryFieldProps) {
  const { errorAt } = useDraft();
  const props = {
    ...field,
    ...{ name: path, maxLength: max, error: errorAt(path), autoComplete: 'off' },
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (isLong) return <TextArea {...props} rows={4} className="min-h-28" />;
  return <TextField {...props} type={type} inputMode={inputMode} />;
}
