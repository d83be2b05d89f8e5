import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';

/** Hands one mail over; resolves once somebody else is responsible for it. */
export type Deliver = (mail: SendMailOptions & { messageId: string }) => Promise<void>;

const patienceMs = 15_000;

/** Through a mail server, or, without one, into a folder as .eml files that any mail program opens. */
export function createDelivery(options: {
  smtpUrl: string | undefined;
  folder: string;
  onStored: (file: string, mail: SendMailOptions) => void;
}): Deliver {
  if (options.smtpUrl !== undefined) {
    const transport = createTransport(options.smtpUrl, {
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    } as object);
    return async (mail) => {
      await transport.sendMail(mail);
    };
  }
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (mail) => {
    const { message } = await composer.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true });
    if (!Buffer.isBuffer(message)) throw new Error('the mail was not composed');
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    // Named by the mail: a repeated delivery replaces itself. A reader never sees half a file.
    const name = mail.messageId.replace(/[^\w-]+/g, '_').replace(/^_+|_+$/g, '');
    const file = join(options.folder, `${name}.eml`);
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
    options.onStored(file, mail);
  };
}
