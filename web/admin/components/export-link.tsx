import { Download } from 'lucide-react';
import { buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';

interface ExportLinkProps {
  address: string;
  /** Only the icon on phones, next to another control. */
  isCompact?: boolean;
}

/** Downloads everything that matches the filter of the list, not only the loaded pages. */
export function ExportLink({ address, isCompact = false }: ExportLinkProps) {
  return (
    <a
      href={address}
      download
      title={isCompact ? 'Export CSV' : undefined}
      className={classNames(
        buttonClasses({ shape: 'secondary', size: 'small' }),
        'min-h-11 whitespace-nowrap',
        isCompact && 'max-sm:w-11 max-sm:px-0',
      )}
    >
      <Download className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
      <span className={isCompact ? 'max-sm:sr-only' : undefined}>Export CSV</span>
    </a>
  );
}
