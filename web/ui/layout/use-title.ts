import { useEffect } from 'react';
import { brand } from '../../site/brand.ts';

/** Sets the document's title to the name of loaded data, such as a company. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brand().name}`;
  }, [title]);
}
