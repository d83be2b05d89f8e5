/** The explanation of one metric, dimension or rule. Tooltips of the portal link to its id. */
export interface HelpEntry {
  id: string;
  /** Further ids of this explanation: names that other screens use, or parts that it covers. */
  alsoIds?: readonly string[];
  term: string;
  /** One sentence. */
  summary: string;
  details: readonly string[];
  /** Terms with a short explanation each. */
  list?: readonly { term: string; text: string }[];
  /** The value of a metric in the example at the top of the page. */
  example?: string;
}

export interface HelpGroup {
  id: string;
  title: string;
  lead: string;
  entries: readonly HelpEntry[];
}
