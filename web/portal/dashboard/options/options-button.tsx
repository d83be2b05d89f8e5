import { SlidersHorizontal } from 'lucide-react';
import { buttonClasses } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { takesFocus } from '../filters/filter-bar.tsx';
import { useOpenDialog } from './portal-dialog.ts';
import { preloadDialogs } from './portal-dialogs.tsx';

/** Opens the sheet with everything that configures the portal, on a phone. */
export function OptionsButton() {
  const openDialog = useOpenDialog();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...takesFocus}
      onPointerDown={preloadDialogs}
      onClick={() => openDialog({ is: 'options' })}
      className={classNames(
        buttonClasses({ shape: 'secondary', size: 'small' }),
        'ml-auto min-h-11 md:hidden',
      )}
    >
      <SlidersHorizontal className="size-5" strokeWidth={1.5} aria-hidden="true" />
      Options
    </button>
  );
}
