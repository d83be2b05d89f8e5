export interface LegalSection {
  id: string;
  title: string;
  /** Paragraphs and lists. */
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
  /** The date as ISO 8601 and as text. */
  updated: { iso: string; text: string };
  sections: readonly LegalSection[];
}
