import MarkdownIt from 'markdown-it';
import type { WrittenLegalSection } from '../../../contract/site/site-settings.ts';

// Without HTML in the text. The library accepts no javascript:, vbscript:, file: or data: links (`validateLink`); pictures
// are left out, because they would be requested from other servers.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('image');

const isWebAddress = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i;
const validateLink = markdown.validateLink.bind(markdown);
markdown.validateLink = (address) => validateLink(address) && isWebAddress.test(address.trim());

markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  tokens[index]?.attrSet('rel', 'noopener noreferrer nofollow');
  return renderer.renderToken(tokens, index, options);
};

/** Markdown as HTML that contains no HTML of the author. */
export const toSafeHtml = (text: string): string => markdown.render(text);

/** The parts of a text between its headings of the first and second level. Text before the first one has no title. */
export function toSections(text: string): WrittenLegalSection[] {
  const tokens = markdown.parse(text, {});
  const sections: { title: string; tokens: typeof tokens }[] = [{ title: '', tokens: [] }];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) continue;
    const isHeading = token.type === 'heading_open' && ['h1', 'h2'].includes(token.tag) && token.level === 0;
    if (!isHeading) {
      sections.at(-1)?.tokens.push(token);
      continue;
    }
    sections.push({ title: toPlainText(tokens[at + 1]?.children ?? []), tokens: [] });
    // Its text and its end.
    at += 2;
  }
  const toId = createIds();
  return sections
    .filter(({ title, tokens: inner }) => title !== '' || inner.length > 0)
    .map((section) => ({
      id: toId(section.title),
      title: section.title,
      html: markdown.renderer.render(section.tokens, markdown.options, {}),
    }));
}

function toPlainText(tokens: { type: string; content: string }[]): string {
  return tokens
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
    .trim();
}

/** Makes the id of each title, different from all before. */
function createIds(): (title: string) => string {
  // The id of the content of every page.
  const taken = new Set(['main']);
  // Without it, each repeated heading would be compared with all of them.
  const nextNumbers = new Map<string, number>();
  return (title) => {
    const base = toBase(title);
    let number = nextNumbers.get(base) ?? 2;
    let id = base;
    for (; taken.has(id); number += 1) id = `${base}-${number}`;
    nextNumbers.set(base, number);
    taken.add(id);
    return id;
  };
}

const toBase = (title: string): string =>
  title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40) || 'part';
