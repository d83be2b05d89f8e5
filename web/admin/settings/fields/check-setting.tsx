import { CheckField } from '../../../ui/form/check-field.tsx';
import type { FieldPath, FieldValues } from '../model/setting-fields.ts';
import { useSetting } from '../model/settings-draft-context.ts';
import { OriginalNote } from './original-note.tsx';

type CheckPath = { [Path in FieldPath]: FieldValues[Path] extends boolean ? Path : never }[FieldPath];

interface CheckSettingProps {
  path: CheckPath;
  label: string;
  hint: string;
}

export function CheckSetting({ path, label, hint }: CheckSettingProps) {
  const { value = false, original, change } = useSetting(path);
  return (
    <div className="grid content-start gap-2">
      <CheckField
        name={path}
        label={label}
        hint={hint}
        checked={value}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      <div className="pl-[2.625rem] empty:hidden">
        <OriginalNote path={path} original={original ? 'on' : 'off'} />
      </div>
    </div>
  );
}
