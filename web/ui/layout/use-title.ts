import { useEffect } from 'react';
import { brand } from '../../../contract/brand.ts';

/** Names the tab after what was loaded, where the address alone does not say it. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title]);
}
