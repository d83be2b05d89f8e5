import { Agent, get } from 'node:http';

export interface SseClient {
  close: () => void;
}

export interface SseOptions {
  url: string;
  cookie: string;
  /** The local address to connect from; one address may open half of a company's streams. */
  localAddress?: string;
  /** Receives a frame's text without the empty line at its end. */
  onFrame: (frame: string) => void;
  /** The stream ended without `close`. */
  onLost: (error: Error) => void;
}

// Each stream needs a separate connection.
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY, keepAlive: false });

/** Opens a stream of Server-Sent Events and resolves after its first frame. */
export function openStream({ url, cookie, localAddress, onFrame, onLost }: SseOptions): Promise<SseClient> {
  return new Promise((resolve, reject) => {
    let text = '';
    let isOpen = false;
    let isClosed = false;
    const fail = (error: Error) => {
      if (!isOpen) reject(error);
      else if (!isClosed) onLost(error);
    };
    const request = get(
      url,
      { agent, localAddress, headers: { cookie, accept: 'text/event-stream' } },
      (answer) => {
        if (answer.statusCode !== 200) {
          request.destroy();
          return reject(new Error(`a stream was answered with ${answer.statusCode}`));
        }
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
          for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
            onFrame(text.slice(0, end));
            text = text.slice(end + 2);
            if (isOpen) continue;
            isOpen = true;
            const close = () => {
              isClosed = true;
              request.destroy();
            };
            resolve({ close });
          }
        });
        answer.on('close', () => fail(new Error('a stream ended')));
        answer.on('error', fail);
      },
    );
    request.on('error', fail);
  });
}
