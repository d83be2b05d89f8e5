import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** Accepts the command, never replies, closes the connection before replying, or rejects with this reply code. */
export type SmtpAnswer = 'accept' | 'hang' | 'disconnect' | number;

export interface ReceivedMail extends Email {
  envelopeTo: string[];
  raw: string;
}

export interface SmtpHarness {
  port: number;
  url: string;
  /** Mails received completely, whether or not that was acknowledged. */
  received: ReceivedMail[];
  /** Called for each recipient, and again after the mail's data. */
  answer: (to: string, stage: 'RCPT' | 'DATA') => SmtpAnswer;
  sawPassword: boolean;
  close: () => Promise<void>;
}

/** Starts an SMTP server. */
export async function startSmtp(options: SMTPServerOptions = {}, port = 0): Promise<SmtpHarness> {
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => {
      harness.sawPassword = true;
      done(null, { user: 'user' });
    },
    onRcptTo: ({ address }, _session, done) => reply(harness.answer(address, 'RCPT'), done),
    onData: (stream, { envelope }, done) => {
      void buffer(stream).then(async (raw) => {
        const envelopeTo = envelope.rcptTo.map(({ address }) => address);
        const mail = await PostalMime.parse(raw);
        harness.received.push({ ...mail, envelopeTo, raw: raw.toString() });
        reply(harness.answer(envelopeTo[0] ?? '', 'DATA'), done);
      });
    },
    ...options,
  });
  // Tests include clients that disconnect.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  function reply(answer: SmtpAnswer, done: (error?: Error | null) => void): void {
    if (answer === 'accept') done();
    if (answer === 'disconnect') for (const socket of sockets) socket.destroy();
    if (typeof answer === 'number') done(Object.assign(new Error('not today'), { responseCode: answer }));
  }

  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address: AddressInfo | string | null = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  const harness: SmtpHarness = {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    received: [],
    answer: () => 'accept',
    sawPassword: false,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return harness;
}
