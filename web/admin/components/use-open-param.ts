import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

interface OpenParam {
  value: string | null;
  open: (value: string) => void;
  close: () => void;
}

/**
 * What is open on a page stands in its address: Back closes it instead of leaving the page, and a reload
 * keeps it. Another one opened in its place takes over its step back.
 */
export function useOpenParam(name: string): OpenParam {
  const [search, setSearch] = useSearchParams();
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const left = useRef('');
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
      // The step back takes a moment; a second click meanwhile would take another one.
      if (value === null || left.current === key) return;
      left.current = key;
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
