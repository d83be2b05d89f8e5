import { Agent, get } from 'node:http';

export interface SseClient {
  close: () => void;
}

export interface SseOptions {
  url: string;
  cookie: string;
  /** From which of this machine's addresses; an address gets half of a company's places. */
  localAddress?: string;
  /** The frame's text, without the empty line that ends it. */
  onFrame: (frame: string) => void;
  /** The stream ended without having been told to. */
  onLost: (error: Error) => void;
}

// A stream keeps its connection for itself, so there is nothing to share.
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY, keepAlive: false });

/** Opens a stream of Server-Sent Events; resolves with its first frame received. */
export function openStream({ url, cookie, localAddress, onFrame, onLost }: SseOptions): Promise<SseClient> {
  return new Promise((resolve, reject) => {
    let text = '';
    let isOpen = false;
    let isClosed = false;
    const lose = (error: Error) => {
      if (!isOpen) reject(error);
      else if (!isClosed) onLost(error);
    };
    const request = get(
      url,
      { agent, localAddress, headers: { cookie, accept: 'text/event-stream' } },
      (answer) => {
        if (answer.statusCode !== 200) {
          request.destroy();
          return reject(new Error(`a stream was refused with ${answer.statusCode}`));
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
        answer.on('close', () => lose(new Error('a stream ended')));
        answer.on('error', lose);
      },
    );
    request.on('error', lose);
  });
}
