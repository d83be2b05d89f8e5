/** A mail with every word made harmless; only lines and numbers are left to draw. */
export interface LaidOutMail {
  preview: string;
  heading: string;
  paragraphs: string[];
  facts: { label: string; value: string }[];
  quote: string[];
  action: { label: string; url: string } | undefined;
  closing: string[];
  footer: string[];
}
