import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AgencySettings, CurrentSettings } from '../../../../contract/site/agency-settings.ts';
import { hasCode } from '../../../api/client.ts';
import { errorField, errorMessage, showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { loadSettings, saveSettings, settingsHistoryQuery, settingsQuery } from '../../api/settings.ts';
import { listDifferences, orderOfField } from './changed-fields.ts';
import { type FieldErrors, findErrors } from './find-errors.ts';
import { isSame } from './is-same.ts';
import { type Conflict, findConflict, mergeEdits } from './merge-settings.ts';
import {
  dropUnchanged,
  type Edits,
  type FieldPath,
  type FieldValues,
  readField,
  readPath,
  toStored,
  withEdits,
} from './setting-fields.ts';

interface State {
  /** The settings that are edited. Newer ones of another owner replace them only while nothing is edited. */
  base: CurrentSettings;
  edits: Edits;
  /** The errors of the last attempt to save, and what was sent. */
  failed: { errors: FieldErrors; settings: AgencySettings } | undefined;
  conflict: Conflict | undefined;
  isBusy: boolean;
}

export interface SettingsDraft {
  base: CurrentSettings;
  /** With everything that was edited. */
  settings: AgencySettings;
  /** The edited fields, in the order of the screen. */
  unsaved: readonly FieldPath[];
  edits: Edits;
  isBusy: boolean;
  conflict: Conflict | undefined;
  /** An error disappears when its field changes. */
  errorAt: (path: string) => string | undefined;
  change: <Path extends FieldPath>(path: Path, value: FieldValues[Path] | undefined) => void;
  discard: () => void;
  /** Resolves to the path of the first error, if one field or more cannot be saved. */
  save: () => Promise<string | undefined>;
  /** Loads the other owner's settings and keeps these edits. Undefined: keeps the conflict open no longer, and nothing else. */
  resolve: (kept: ReadonlySet<FieldPath> | 'theirs') => void;
  closeConflict: () => void;
}

/** The settings while they are edited: only the edits are kept here, and only they are sent. */
export function useSettingsDraft(loaded: CurrentSettings): SettingsDraft {
  const client = useQueryClient();
  const [state, setState] = useState<State>({
    ...{ base: loaded, edits: new Map() },
    ...{ failed: undefined, conflict: undefined, isBusy: false },
  });
  // Handlers read the newest state, also those that run before the next render.
  const latest = useRef(state);
  if (latest.current.edits.size === 0 && loaded.version > latest.current.base.version)
    latest.current = { ...latest.current, base: loaded };
  const { base, edits, failed, conflict, isBusy } = latest.current;
  const settings = withEdits(base.settings, edits);

  function update(part: Partial<State>): void {
    latest.current = { ...latest.current, ...part };
    setState(latest.current);
  }

  function change(path: FieldPath, value: unknown): void {
    const { base, edits } = latest.current;
    const next = new Map(edits).set(path, toStored(path, value));
    update({ edits: dropUnchanged(base.settings, next) });
  }

  function fail(errors: FieldErrors, sent: AgencySettings): string | undefined {
    update({ failed: { errors, settings: sent } });
    return Object.keys(errors).sort((one, other) => orderOfField(one) - orderOfField(other))[0];
  }

  function accept(saved: CurrentSettings, edits: Edits): void {
    update({ base: saved, edits, failed: undefined, conflict: undefined });
    client.setQueryData(settingsQuery.queryKey, saved);
    void client.invalidateQueries({ queryKey: settingsHistoryQuery.queryKey });
  }

  async function loadConflict(sentEdits: Edits): Promise<void> {
    const theirs = await loadSettings();
    const { base } = latest.current;
    const theirFields = listDifferences(base.settings, theirs.settings);
    update({ conflict: findConflict(base.settings, sentEdits, { theirs, theirFields }) });
  }

  async function send(): Promise<string | undefined> {
    const { base, edits: sentEdits } = latest.current;
    const sent = withEdits(base.settings, sentEdits);
    const errors = findErrors(sent);
    if (Object.keys(errors).length > 0) return fail(errors, sent);
    try {
      const saved = await saveSettings({ version: base.version, settings: sent });
      // Typed while the request was on its way.
      const since = [...latest.current.edits].filter(
        ([path, value]) => !sentEdits.has(path) || !isSame(value, sentEdits.get(path)),
      );
      accept(saved, dropUnchanged(saved.settings, new Map(since)));
      toast.success('Settings saved', 'Pages that are open show them after a reload.');
    } catch (error) {
      if (hasCode(error, 'settings-changed')) {
        await loadConflict(sentEdits);
        return;
      }
      const field = /^settings\.(.+)$/.exec(String(errorField(error)))?.[1];
      if (field !== undefined) return fail({ [field]: errorMessage(error) }, sent);
      throw error;
    }
  }

  return {
    base,
    settings,
    edits,
    isBusy,
    conflict,
    unsaved: [...edits.keys()].sort((one, other) => orderOfField(one) - orderOfField(other)),
    errorAt: (path) => {
      const error = failed?.errors[path];
      return error && isSame(readPath(failed?.settings, path), readPath(settings, path)) ? error : undefined;
    },
    change,
    discard: () => update({ edits: new Map(), failed: undefined }),
    save: async () => {
      if (latest.current.isBusy) return;
      update({ isBusy: true });
      try {
        return await send();
      } catch (error) {
        showError(error, 'Failed to save the settings');
      } finally {
        update({ isBusy: false });
      }
    },
    resolve: (kept) => {
      const { conflict, edits } = latest.current;
      if (!conflict) return;
      accept(conflict.theirs, kept === 'theirs' ? new Map() : mergeEdits(conflict, edits, kept));
    },
    closeConflict: () => update({ conflict: undefined }),
  };
}

/** Whether a field has another value than the specification's, with what was edited. */
export const isOwn = (settings: AgencySettings, path: FieldPath): boolean =>
  readField(settings, path) !== undefined;
