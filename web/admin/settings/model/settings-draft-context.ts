import { createContext, use } from 'react';
import { type FieldPath, type FieldValues, originalOf, readField } from './setting-fields.ts';
import { isOwn, type SettingsDraft } from './use-settings-draft.ts';

export const SettingsDraftContext = createContext<SettingsDraft | undefined>(undefined);

export function useDraft(): SettingsDraft {
  const draft = use(SettingsDraftContext);
  if (!draft) throw new Error('a field of the settings needs the draft around it');
  return draft;
}

export interface Setting<Value> {
  /** As edited; the specification's if nothing else was saved. */
  value: Value | undefined;
  original: Value | undefined;
  /** Differs from the specification's. */
  isOwn: boolean;
  /** Differs from what is saved. */
  isUnsaved: boolean;
  error: string | undefined;
  change: (value: Value) => void;
  reset: () => void;
}

export function useSetting<Path extends FieldPath>(path: Path): Setting<FieldValues[Path]> {
  const draft = useDraft();
  const stored = readField(draft.settings, path);
  const original = originalOf(path);
  return {
    value: stored === undefined ? original : stored,
    original,
    isOwn: isOwn(draft.settings, path),
    isUnsaved: draft.edits.has(path),
    error: draft.errorAt(path),
    change: (value) => draft.change(path, value),
    reset: () => draft.change(path, undefined),
  };
}
