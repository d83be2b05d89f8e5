import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

const debounceMs = 250;

/** A search text, kept in the query string with a delay after typing. */
export function useSearchText(name: string) {
  const [search, setSearch] = useSearchParams();
  const searched = search.get(name) ?? '';
  const [text, setText] = useState(searched);

  useEffect(() => {
    if (text.trim() === searched) return;
    const timer = setTimeout(() => {
      setSearch(
        (before) => {
          if (text.trim()) before.set(name, text.trim());
          else before.delete(name);
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [name, text, searched, setSearch]);

  return { text, setText, searched };
}
