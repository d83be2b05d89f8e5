import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { onCleanup } from '../child-processes.ts';

export interface MailSink {
  url: string;
  /** The time of each mail, in milliseconds of `performance.now()`. */
  receivedAt: number[];
  bytes: () => number;
  close: () => Promise<void>;
}

/** An SMTP server that accepts every mail and keeps none. */
export async function startMailSink(): Promise<MailSink> {
  const receivedAt: number[] = [];
  let bytes = 0;
  const server = new SMTPServer({
    ...{ authOptional: true, disableReverseLookup: true, disabledCommands: ['STARTTLS'] },
    onData: (stream, _session, done) => {
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      stream.on('end', () => {
        receivedAt.push(performance.now());
        done();
      });
    },
  });
  // The measured server disconnects when it ends.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  onCleanup(close);
  return { url: `smtp://127.0.0.1:${address.port}`, receivedAt, bytes: () => bytes, close };
}
