import { createHash } from 'node:crypto';
import { escapeHtml } from './escape-html.ts';

interface HtmlPage {
  /** Text, followed by the name of the agency. */
  title: string;
  agencyName: string;
  style: string;
  /** Further elements of the head. HTML. */
  head?: string;
  /** HTML. */
  body: string;
}

/** A page that the server makes by itself: without scripts, and not listed by search engines. */
export function toHtmlPage({ title, agencyName, style, head = '', body }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${escapeHtml(agencyName)}</title>
${head}<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** The Content-Security-Policy of such a page: this style, and what the given directives add. */
export function toPagePolicy(style: string, directives: readonly string[]): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...directives,
  ].join('; ');
}
