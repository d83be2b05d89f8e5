import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import { findLink, toUnencodedParts } from './mail-source.ts';

/** Delivers a mail. Resolves when the mail server has accepted it, or its file is written. */
export type Deliver = (mail: SendMailOptions & { messageId: string }) => Promise<void>;

/** The timeout of each reply of the mail server. */
const defaultReplyTimeoutMs = 15_000;
/** For a whole delivery: a server that answers one character at a time must not block the queue. */
const defaultDeliveryTimeoutMs = 60_000;

interface DeliveryOptions {
  smtpUrl: string | undefined;
  folder: string;
  /** Called for a mail written to the folder, with the link in the mail, if any. */
  onStored: (file: string, link: string | undefined) => void;
  replyTimeoutMs?: number;
  deliveryTimeoutMs?: number;
}

/** Delivers to a mail server, or without one to a folder, as .eml files that any mail program can open. */
export function createDelivery(options: DeliveryOptions): Deliver {
  if (options.smtpUrl !== undefined) return deliverTo(options.smtpUrl, options);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (mail) => {
    const { message } = await composer.sendMail({
      ...mail,
      ...toUnencodedParts(mail),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    if (!Buffer.isBuffer(message)) throw new Error('the mail was not composed');
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    // A repeated delivery replaces the file. It is renamed when complete, so that no one reads a partial file.
    const name = mail.messageId.replace(/[^\w-]+/g, '_').replace(/^_+|_+$/g, '');
    const file = join(options.folder, `${name}.eml`);
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
    options.onStored(file, findLink(mail));
  };
}

/** Connects to the mail server and signs in, without sending anything. Throws the reason if it fails. */
export async function verifyMailServer(smtpUrl: string, timeoutMs: number): Promise<void> {
  const transport = openTransport(smtpUrl, timeoutMs);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function deliverTo(smtpUrl: string, options: DeliveryOptions): Deliver {
  const transport = openTransport(smtpUrl, options.replyTimeoutMs ?? defaultReplyTimeoutMs);
  return async (mail) => {
    const signal = AbortSignal.timeout(options.deliveryTimeoutMs ?? defaultDeliveryTimeoutMs);
    await transport.sendMail({ ...mail, signal });
  };
}

function openTransport(smtpUrl: string, replyTimeoutMs: number) {
  const { username, searchParams } = new URL(smtpUrl);
  // Not as a second argument: those would be defaults for mails.
  return createTransport({
    url: smtpUrl,
    connectionTimeout: replyTimeoutMs,
    greetingTimeout: replyTimeoutMs,
    socketTimeout: replyTimeoutMs,
    // An attacker on the network could remove STARTTLS from the greeting. A password is never sent unencrypted.
    ...(username !== '' && !searchParams.has('ignoreTLS') ? { requireTLS: true } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const smtpError = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
});

/** Permanent errors about the configuration, not the mail: the server requires other credentials. */
const configurationCodes = [530, 534, 535, 538];

/**
 * Whether a retry would fail too: the server rejected this recipient or this content permanently (RFC 5321, 4.2.1).
 * A rejected sender or password is not permanent: the operator can fix it while the mail waits.
 */
export function isPermanent(error: unknown): boolean {
  const parsed = smtpError.safeParse(error);
  if (!parsed.success) return false;
  const { code, command = '', responseCode } = parsed.data;
  if (responseCode === undefined) return code === 'EENVELOPE';
  if (responseCode < 500 || configurationCodes.includes(responseCode)) return false;
  // 552: the mail is too large. A server may answer this before it has received the content.
  return /^(RCPT|DATA)/.test(command) || responseCode === 552;
}
