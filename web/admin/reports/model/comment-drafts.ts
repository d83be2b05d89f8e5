import { useState } from 'react';

export interface CommentDraft {
  text: string;
  /** The version of the saved comment that the text began with. */
  version: number;
}

export interface CommentDrafts {
  isAny: boolean;
  get: (reportKey: string) => CommentDraft | undefined;
  /** Undefined drops the draft. */
  set: (reportKey: string, draft: CommentDraft | undefined) => void;
}

/** Comments that are not saved yet, by report: they are kept while other reports are open. */
export function useCommentDrafts(): CommentDrafts {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, CommentDraft>>(new Map());
  return {
    isAny: drafts.size > 0,
    get: (key) => drafts.get(key),
    set: (key, draft) =>
      setDrafts((before) => {
        const after = new Map(before);
        if (draft) after.set(key, draft);
        else after.delete(key);
        return after;
      }),
  };
}
