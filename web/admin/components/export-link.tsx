import { Download } from 'lucide-react';
import { buttonClasses } from '../../ui/button.tsx';

/** The server makes the file: what the list shows as filtered, all of it. */
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
