import type { SendMailOptions } from 'nodemailer';

/** Of a line in a mail, without its end (RFC 5322, 2.1.1). */
const lineMaxBytes = 998;

type Words = Pick<SendMailOptions, 'text' | 'html'>;

/**
 * Text and HTML as parts that are written as they are (8bit): whoever copies a link out of the source has all of
 * it. Left to the library they become quoted-printable, which breaks lines and writes `=` as `=3D`.
 */
export function toWholeLines({ text, html }: Words): Words {
  return {
    ...(isSendable(text) ? { text: { raw: toPart('text/plain', text) } } : {}),
    ...(isSendable(html) ? { html: { raw: toPart('text/html', html) } } : {}),
  };
}

function isSendable(words: Words['text']): words is string {
  return (
    typeof words === 'string' && words.split('\n').every((line) => Buffer.byteLength(line) <= lineMaxBytes)
  );
}

function toPart(type: string, words: string): string {
  const lines = words.replace(/\r?\n/g, '\r\n');
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${lines}`;
}

/** The link of a mail, which its text has on a line of its own. What visitors wrote is quoted, and is not looked at. */
export function findLink({ text }: Words): string | undefined {
  return typeof text === 'string' ? /^https?:\/\/\S+$/m.exec(text)?.[0] : undefined;
}
