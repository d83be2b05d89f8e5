/** One piece of code to paste. */
export interface SnippetPart {
  title: string;
  /** Where it is pasted. */
  where: string;
  code: string;
  /** The label of the button that copies it. */
  copy: string;
}

/** The pieces for one kind of site or server, in the order in which they are pasted. */
export interface Snippet {
  value: string;
  label: string;
  parts: readonly SnippetPart[];
  /** A further hint. */
  note?: string;
}
