import { useState } from 'react';
import { Modal } from '../../../signed-in/modal.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { describeValue } from '../model/describe-value.ts';
import { nameOfField } from '../model/field-names.ts';
import type { Conflict } from '../model/merge-settings.ts';
import { type FieldPath, readField } from '../model/setting-fields.ts';
import { useDraft } from '../model/settings-draft-context.ts';

/** Another owner saved first. Nothing is lost on either side until this owner decides. */
export function ConflictDialog({ conflict }: { conflict: Conflict }) {
  const draft = useDraft();
  const [kept, setKept] = useState<ReadonlySet<FieldPath>>(new Set());
  const { both, onlyTheirs, theirs } = conflict;
  const who = theirs.changedBy ?? 'Another owner';

  function toggle(path: FieldPath): void {
    const next = new Set(kept);
    if (!next.delete(path)) next.add(path);
    setKept(next);
  }

  return (
    <Modal title="Other settings were saved first" isWide onClose={draft.closeConflict}>
      <p className="mt-2 max-w-[65ch] text-[0.9375rem] wrap-anywhere">
        While you were editing, {who} saved other settings. Yours are not saved yet, and nothing of them is
        lost.
      </p>
      {both.length > 0 && (
        <fieldset className="mt-5 grid gap-4">
          <legend className="mb-1 font-medium">
            {both.length === 1 ? 'You both changed one field' : `You both changed ${both.length} fields`}
          </legend>
          <p className="text-[0.9375rem] text-soft">Theirs is loaded, unless you keep yours.</p>
          {both.map((path) => (
            <CheckField
              key={path}
              label={`Keep mine: ${nameOfField(path)}`}
              hint={`Yours: ${describeValue(path, draft.edits.get(path))} — Theirs: ${describeValue(path, readField(theirs.settings, path))}`}
              checked={kept.has(path)}
              onChange={() => toggle(path)}
            />
          ))}
        </fieldset>
      )}
      {onlyTheirs > 0 && (
        <p className="mt-5 text-[0.9375rem] text-soft">
          {onlyTheirs === 1 ? 'One field that' : `${onlyTheirs} fields that`} only they changed{' '}
          {onlyTheirs === 1 ? 'is' : 'are'} loaded as well.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={() => draft.resolve(kept)}>
          {both.length > 0 ? 'Load theirs and keep my other changes' : 'Load theirs and keep my changes'}
        </Button>
        <Button shape="danger" onClick={() => draft.resolve('theirs')}>
          Discard my changes
        </Button>
      </div>
    </Modal>
  );
}
