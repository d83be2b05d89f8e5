import { useState } from 'react';
import { periodLabels } from '../../../period/period-labels.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { areShortcutsOn, periodKeys, switchShortcuts } from './shortcuts.ts';

const shortcuts: [string, string][] = [
  ...Object.entries(periodKeys).map(([key, period]): [string, string] => [key, periodLabels[period]]),
  ['b', 'The period before'],
  ['f', 'The period after'],
  ['c', 'Change the comparison'],
  ['x', 'Remove all filters'],
  ['?', 'Show this list'],
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [areOn, setOn] = useState(areShortcutsOn);
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <dl className="mt-5 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {shortcuts.map(([key, label]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid min-h-8 min-w-8 place-content-center rounded-control border border-strong bg-raised font-mono text-note">
                {key}
              </kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 border-t border-line pt-4">
        <CheckField
          label="Use these keys in this browser"
          hint="Only ? keeps working when they are off."
          checked={areOn}
          onChange={(event) => {
            switchShortcuts(event.target.checked);
            setOn(event.target.checked);
          }}
        />
      </div>
    </Modal>
  );
}
