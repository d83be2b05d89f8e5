import { Download } from 'lucide-react';
import { buttonClasses } from '../../ui/button.tsx';

/** Downloads everything that matches the filter of the list, not only the loaded pages. */
export function ExportLink({ address }: { address: string }) {
  return (
    <a
      href={address}
      download
      className={`${buttonClasses({ shape: 'secondary', size: 'small' })} whitespace-nowrap`}
    >
      <Download className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
      Export CSV
    </a>
  );
}
