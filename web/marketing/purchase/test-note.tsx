import { testCheckoutMark } from '../../../contract/constants.ts';
import { classNames } from '../../ui/class-names.ts';

/**
 * The test checkout opens pages with the id of this note as the fragment, which shows it without JavaScript and before
 * the state of the purchase is known.
 */
export function TestNote({ isShown = false }: { isShown?: boolean }) {
  return (
    <p
      id={testCheckoutMark}
      className={classNames(
        // The browser scrolls to it: the margin keeps the page at its top.
        'mt-5 scroll-mt-[100dvh] rounded-control bg-warn-wash px-4 py-3 text-[1rem] font-medium text-warn',
        !isShown && 'not-target:hidden',
      )}
    >
      This is a test checkout. No money moves.
    </p>
  );
}
