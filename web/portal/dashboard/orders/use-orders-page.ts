import { useEffect, useRef } from 'react';
import { toStatsQuery } from '../../../../contract/stats/view.ts';
import { useSearchParams } from '../../routing/routing.ts';
import { usePortal } from '../view/use-portal.ts';

/** The search and the page are in the address, so that Back from an order returns to them. */
export function useOrdersPage() {
  const { view } = usePortal();
  const [address, setAddress] = useSearchParams();
  const search = address.get('order-search') ?? '';
  const given = Number(address.get('order-page'));
  const page = Number.isInteger(given) && given > 1 ? given : 1;

  const change = (name: 'order-search' | 'order-page', value: string) =>
    setAddress(
      (before) => {
        const written = new URLSearchParams(before);
        written.delete('order-page');
        if (value === '') written.delete(name);
        else written.set(name, value);
        return written;
      },
      { preventScrollReset: true, replace: true },
    );
  const setPage = (next: number) => change('order-page', next > 1 ? String(next) : '');

  // Another view begins at its first page.
  const shown = toStatsQuery(view).toString();
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (page > 1) setPage(1);
  });

  return { search, page, setPage, setSearch: (text: string) => change('order-search', text) };
}
