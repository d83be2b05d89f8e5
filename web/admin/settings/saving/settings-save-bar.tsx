import { useState } from 'react';
import { Modal } from '../../../signed-in/modal.tsx';
import { Button } from '../../../ui/button.tsx';
import { nameOfField } from '../model/field-names.ts';
import { useDraft } from '../model/settings-draft-context.ts';

/** Save and Discard, in sight as long as something is not saved. */
export function SettingsSaveBar() {
  const { unsaved, isBusy, discard } = useDraft();
  const [isAsking, setIsAsking] = useState(false);
  const count = unsaved.length === 1 ? '1 field changed' : `${unsaved.length} fields changed`;
  return (
    <>
      <p role="status" className="sr-only">
        {unsaved.length > 0 && `${count}, not saved yet`}
      </p>
      {unsaved.length > 0 && (
        <div className="arriving sticky bottom-0 z-20 -mx-[var(--gutter)] mt-8 flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 border-t border-strong bg-surface px-[var(--gutter)] py-2.5 lg:mx-0 lg:px-0">
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Saving…' : 'Save'}
          </Button>
          <Button
            shape="quiet"
            busy={isBusy}
            onClick={() => (unsaved.length === 1 ? discard() : setIsAsking(true))}
          >
            Discard
          </Button>
          <p className="min-w-0 flex-1 text-[0.9375rem] max-sm:basis-full">
            <span className="font-medium text-warn">{count}</span>
            <span className="ml-2 text-soft max-sm:hidden">{summarize(unsaved.map(nameOfField))}</span>
          </p>
        </div>
      )}
      {isAsking && (
        <Modal title={`Discard ${unsaved.length} changes?`} onClose={() => setIsAsking(false)}>
          <p className="mt-2 text-[0.9375rem] text-soft wrap-anywhere">
            These fields then show what is saved: {unsaved.map(nameOfField).join(', ')}.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button onClick={() => setIsAsking(false)}>Keep editing</Button>
            <Button
              shape="danger"
              onClick={() => {
                setIsAsking(false);
                discard();
              }}
            >
              Discard all
            </Button>
          </div>
        </Modal>
      )}
    </>
  );
}

const namesMax = 3;

function summarize(names: readonly string[]): string {
  const shown = names.slice(0, namesMax).join(', ');
  return names.length > namesMax ? `${shown} and ${names.length - namesMax} more` : shown;
}
