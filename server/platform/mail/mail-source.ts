import type { SendMailOptions } from 'nodemailer';

/** Maximum length of a line in a mail, without its line break (RFC 5322, 2.1.1). */
const lineMaxBytes = 998;

type MailBody = Pick<SendMailOptions, 'text' | 'html'>;

/**
 * Converts text and HTML to parts that are not encoded (8bit), so that a link can be copied from the source. The
 * library would encode them as quoted-printable, which breaks lines and writes `=` as `=3D`.
 */
export function toUnencodedParts({ text, html }: MailBody): MailBody {
  return {
    ...(isSendable(text) ? { text: { raw: toPart('text/plain', text) } } : {}),
    ...(isSendable(html) ? { html: { raw: toPart('text/html', html) } } : {}),
  };
}

function isSendable(body: MailBody['text']): body is string {
  return (
    typeof body === 'string' && body.split('\n').every((line) => Buffer.byteLength(line) <= lineMaxBytes)
  );
}

function toPart(type: string, body: string): string {
  const lines = body.replace(/\r?\n/g, '\r\n');
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${lines}`;
}

/** Finds the link of a mail, which is on a separate line of its text. Ignores quoted lines, which visitors wrote. */
export function findLink({ text }: MailBody): string | undefined {
  return typeof text === 'string' ? /^https?:\/\/\S+$/m.exec(text)?.[0] : undefined;
}
