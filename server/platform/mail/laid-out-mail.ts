/** The content of a mail, sanitized and ready to be rendered as text and HTML. */
export interface LaidOutMail {
  /** The name above the mail and below its text. */
  brandName: string;
  logo: { light: string; dark: string } | undefined;
  preview: string;
  heading: string;
  paragraphs: string[];
  facts: { label: string; value: string }[];
  quote: string[];
  action: { label: string; url: string } | undefined;
  closing: string[];
  footer: string[];
  /** Below the footer. */
  footerLink: { label: string; url: string } | undefined;
}
