import { connect } from 'node:tls';

export interface Certificate {
  validTo: Date;
  /** Why a browser would refuse it. */
  error: string | undefined;
}

/** The certificate that a host sends, as seen from this machine; `unreachable` without an answer in time. */
export function readCertificate(
  { host, port }: { host: string; port: number },
  limitMs: number,
): Promise<Certificate | 'unreachable'> {
  return new Promise((resolve) => {
    // It is only looked at: nothing is sent over this connection.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: limitMs });
    const end = (result: Certificate | 'unreachable') => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => end('unreachable'), limitMs);
    socket.once('timeout', () => end('unreachable'));
    socket.once('error', () => end('unreachable'));
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      const error = socket.authorizationError;
      end({
        validTo: new Date(validTo),
        error: socket.authorized ? undefined : error instanceof Error ? error.message : String(error),
      });
    });
  });
}
