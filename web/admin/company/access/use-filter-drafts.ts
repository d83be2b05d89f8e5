import { useState } from 'react';
import { readFilterDrafts, toFilterDrafts } from './fixed-filters.ts';

/** The state of the fixed filters in a form. `stored`: those that the form begins with. */
export function useFilterDrafts(stored: readonly string[]) {
  const [drafts, setDrafts] = useState(() => toFilterDrafts(stored));
  const [problems, setProblems] = useState<Record<number, string>>({});
  const [error, setError] = useState<string>();

  /** Undefined if one of them is wrong, which is then shown. */
  function read(): string[] | undefined {
    const result = readFilterDrafts(drafts, stored);
    const isWrong = 'problems' in result;
    setProblems(isWrong ? result.problems : {});
    setError(undefined);
    return isWrong ? undefined : result.filters;
  }

  return {
    read,
    /** Shows an error about all of them. */
    fail: setError,
    props: {
      drafts,
      problems,
      error,
      onChange: (next: typeof drafts) => {
        setDrafts(next);
        setError(undefined);
      },
    },
  };
}
