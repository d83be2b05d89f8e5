import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

const pauseMs = 250;

/** Words to search for, kept in the address once the writer pauses. */
export function useSearchText(name: string) {
  const [search, setSearch] = useSearchParams();
  const settled = search.get(name) ?? '';
  const [words, setWords] = useState(settled);

  useEffect(() => {
    if (words.trim() === settled) return;
    const timer = setTimeout(() => {
      setSearch(
        (before) => {
          if (words.trim()) before.set(name, words.trim());
          else before.delete(name);
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [name, words, settled, setSearch]);

  return { words, setWords, settled };
}
