export interface StreamEvent {
  name: string;
  data: string;
}

/** Reads one block of a text/event-stream; comments and unknown fields are skipped. */
function toEvent(block: string): StreamEvent | undefined {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    const field = at < 0 ? line : line.slice(0, at);
    const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return data.length > 0 ? { name, data: data.join('\n') } : undefined;
}

/**
 * The events of a stream as they come. Not EventSource: that one hides the status of a refusal and the
 * heartbeat, which is all there is to tell a quiet stream from a dead one.
 * @param onSign called at every sign of life, heartbeats included
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onSign: () => void,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onSign();
    // A carriage return cut off from its line feed waits in `rest` until both are there.
    const text = rest + decoder.decode(value, { stream: true });
    const blocks = text.replace(/\r\n/g, '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = toEvent(block);
      if (event) yield event;
    }
  }
}
