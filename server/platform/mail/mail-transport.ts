import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import { findLink, toWholeLines } from './mail-source.ts';

/** Hands one mail over; resolves once somebody else is responsible for it. */
export type Deliver = (mail: SendMailOptions & { messageId: string }) => Promise<void>;

/** For each word of the server. */
const patienceMs = 15_000;
/** For all of them: a server that answers a letter at a time must not hold up the queue. */
const deliveryMaxMs = 60_000;

interface DeliveryOptions {
  smtpUrl: string | undefined;
  folder: string;
  /** Called for a mail written to the folder; the link is the one it asks its reader to open. */
  onStored: (file: string, link: string | undefined) => void;
  patienceMs?: number;
  deliveryMaxMs?: number;
}

/** Through a mail server, or, without one, into a folder as .eml files that any mail program opens. */
export function createDelivery(options: DeliveryOptions): Deliver {
  if (options.smtpUrl !== undefined) return deliverTo(options.smtpUrl, options);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (mail) => {
    const { message } = await composer.sendMail({
      ...mail,
      ...toWholeLines(mail),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    if (!Buffer.isBuffer(message)) throw new Error('the mail was not composed');
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    // Named by the mail: a repeated delivery replaces itself. A reader never sees half a file.
    const name = mail.messageId.replace(/[^\w-]+/g, '_').replace(/^_+|_+$/g, '');
    const file = join(options.folder, `${name}.eml`);
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
    options.onStored(file, findLink(mail));
  };
}

function deliverTo(smtpUrl: string, options: DeliveryOptions): Deliver {
  const { username, searchParams } = new URL(smtpUrl);
  const patience = options.patienceMs ?? patienceMs;
  // Options beside the address: a second argument would be defaults of the mails.
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    // Whoever sits between could take STARTTLS out of the greeting: a password never goes in the clear.
    ...(username !== '' && !searchParams.has('ignoreTLS') ? { requireTLS: true } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail) => {
    const signal = AbortSignal.timeout(options.deliveryMaxMs ?? deliveryMaxMs);
    await transport.sendMail({ ...mail, signal });
  };
}

const smtpError = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
});

/** What a server says for good about its own set-up, not about the mail: 530, 534, 535, 538 want other credentials. */
const setUpCodes = [530, 534, 535, 538];

/**
 * Whether trying again would end the same way: the server refused this recipient or this content for good
 * (RFC 5321, 4.2.1). A refused sender or password is the operator's to mend; the mail waits for that.
 */
export function isPermanent(error: unknown): boolean {
  const parsed = smtpError.safeParse(error);
  if (!parsed.success) return false;
  const { code, command = '', responseCode } = parsed.data;
  if (responseCode === undefined) return code === 'EENVELOPE';
  if (responseCode < 500 || setUpCodes.includes(responseCode)) return false;
  // 552: larger than the server takes, which it may say before it has seen any of it.
  return /^(RCPT|DATA)/.test(command) || responseCode === 552;
}
