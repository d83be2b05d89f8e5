import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** How the server answers: takes it, says nothing, takes it and is gone before it says so, or refuses with a code. */
export type SmtpAnswer = 'take' | 'hang' | 'cut' | number;

export interface ReceivedMail extends Email {
  envelopeTo: string[];
  raw: string;
}

export interface SmtpHarness {
  port: number;
  url: string;
  /** What the server saw whole, whether or not it said so. */
  received: ReceivedMail[];
  /** Asked for each recipient, and again once the mail is there. */
  answer: (to: string, stage: 'RCPT' | 'DATA') => SmtpAnswer;
  sawPassword: boolean;
  close: () => Promise<void>;
}

/** A mail server of its own for a test. */
export async function startSmtp(options: SMTPServerOptions = {}, port = 0): Promise<SmtpHarness> {
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => {
      lab.sawPassword = true;
      done(null, { user: 'somebody' });
    },
    onRcptTo: ({ address }, _session, done) => reply(lab.answer(address, 'RCPT'), done),
    onData: (stream, { envelope }, done) => {
      void buffer(stream).then(async (raw) => {
        const envelopeTo = envelope.rcptTo.map(({ address }) => address);
        const mail = await PostalMime.parse(raw);
        lab.received.push({ ...mail, envelopeTo, raw: raw.toString() });
        reply(lab.answer(envelopeTo[0] ?? '', 'DATA'), done);
      });
    },
    ...options,
  });
  // Clients that give up are part of the tests.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  function reply(answer: SmtpAnswer, done: (error?: Error | null) => void): void {
    if (answer === 'take') done();
    if (answer === 'cut') for (const socket of sockets) socket.destroy();
    if (typeof answer === 'number') done(Object.assign(new Error('not today'), { responseCode: answer }));
  }

  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address: AddressInfo | string | null = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  const lab: SmtpHarness = {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    received: [],
    answer: () => 'take',
    sawPassword: false,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return lab;
}
