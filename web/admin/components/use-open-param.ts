import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

interface OpenParam {
  value: string | null;
  open: (value: string) => void;
  close: () => void;
}

/**
 * Keeps what is open on a page in the query string, so that Back closes it instead of leaving the page and a reload
 * keeps it open. Opening another item replaces the history entry.
 */
export function useOpenParam(name: string): OpenParam {
  const [search, setSearch] = useSearchParams();
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const closedKey = useRef('');
  const value = search.get(name);

  return {
    value,
    open: (next) => {
      if (next === value) return;
      const isReplacing = value !== null;
      setSearch(
        (before) => {
          before.set(name, next);
          return before;
        },
        {
          replace: isReplacing,
          preventScrollReset: true,
          state: isReplacing ? state : { opened: name },
        },
      );
    },
    close: () => {
      // Going back takes a moment, and a second click in that time would go back again.
      if (value === null || closedKey.current === key) return;
      closedKey.current = key;
      if (state?.opened === name) return void navigate(-1);
      setSearch(
        (before) => {
          before.delete(name);
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}
