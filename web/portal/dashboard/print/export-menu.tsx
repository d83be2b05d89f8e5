import { Download } from 'lucide-react';
import { Disclosure } from '../../../ui/disclosure/disclosure.tsx';
import { LazyPanel } from '../options/lazy-panel.tsx';

const load = () => import('./export-files.tsx').then((file) => file.ExportFiles);

/** The files and the report of what is shown, in the toolbar of wide screens. */
export function ExportMenu() {
  return (
    <Disclosure
      isLazy
      isAtEnd
      shape="quiet"
      label={
        <>
          <Download className="size-5 max-lg:hidden" strokeWidth={1.5} aria-hidden="true" />
          Export
        </>
      }
    >
      {(close) => <LazyPanel load={load} onChosen={close} />}
    </Disclosure>
  );
}
