import { toLines } from '../../../../platform/mail/one-line.ts';
import type { Paragraph } from '../../../agency/report-drawing/written-report.ts';

/** Longer than every text of a template or comment. More lines would be empty ones. */
const max = { length: 2_200, lines: 60 };

/** Text of several lines as paragraphs, which empty lines divide. */
export function toParagraphs(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [[]];
  for (const line of toLines(text.slice(0, max.length)).slice(0, max.lines)) {
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line.trim());
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}
