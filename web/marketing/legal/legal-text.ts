export interface LegalSection {
  id: string;
  title: string;
  /** Paragraphs; a list is a paragraph of its own. */
  body: readonly (string | readonly string[])[];
  table?: LegalTable;
}

export interface LegalTable {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface LegalText {
  title: string;
  lead: string;
  /** ISO day and the same for readers. */
  updated: { iso: string; text: string };
  sections: readonly LegalSection[];
}
