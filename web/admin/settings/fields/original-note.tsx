import { Undo2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { nameOfField } from '../model/field-names.ts';
import type { FieldPath } from '../model/setting-fields.ts';
import { useSetting } from '../model/settings-draft-context.ts';

interface OriginalNoteProps {
  path: FieldPath;
  /** The specification's text, if the field can show it in a line. */
  original?: string | undefined;
  /** False where another button removes the value. */
  hasReset?: boolean;
}

/** Below a field that was changed: the specification's text, and the way back to it. */
export function OriginalNote({ path, original, hasReset = true }: OriginalNoteProps) {
  const { isOwn, isUnsaved, reset } = useSetting(path);
  const canReset = isOwn && hasReset;
  if (!canReset && !isUnsaved) return null;
  return (
    <div className="-mt-1 flex flex-wrap items-center gap-x-3 text-note text-soft">
      {isUnsaved && <span className="font-medium text-warn">Not saved</span>}
      {canReset && (
        <>
          {original !== undefined && <span className="min-w-0 wrap-anywhere">Original: {original}</span>}
          <Button
            shape="quiet"
            size="small"
            className="-mx-2 min-h-11 px-2 text-note hover:text-live"
            aria-label={`Reset to the original: ${nameOfField(path)}`}
            onClick={reset}
          >
            <Undo2 className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
            Reset to the original
          </Button>
        </>
      )}
    </div>
  );
}
