import { Ellipsis } from 'lucide-react';
import { Disclosure } from '../../../ui/disclosure/disclosure.tsx';
import { LazyPanel } from './lazy-panel.tsx';

const load = () => import('./more-options.tsx').then((file) => file.MoreOptions);

/** The menu of wide screens with everything that the toolbar has no button for. */
export function MoreMenu() {
  return (
    <Disclosure
      isLazy
      isAtEnd
      shape="quiet"
      label={
        <>
          <Ellipsis className="size-5" strokeWidth={1.5} aria-hidden="true" />
          More
        </>
      }
    >
      {(close) => (
        <div className="sm:w-64">
          <LazyPanel load={load} onChosen={close} />
        </div>
      )}
    </Disclosure>
  );
}
