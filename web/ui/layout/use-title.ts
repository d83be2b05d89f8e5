import { useEffect } from 'react';
import { brand } from '../../site/brand.ts';

/** Sets the document's title to the name of loaded data, such as a company. */
export function useTitle(title: string): void {
  useDocumentTitle(`${title} · ${brand().name}`);
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
