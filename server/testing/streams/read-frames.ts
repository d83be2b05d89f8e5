/** Calls `onFrame` with each frame of a live stream, without heartbeats, until either side closes the connection. */
export async function readFrames(
  body: ReadableStream<Uint8Array>,
  onFrame: (frame: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) if (!part.startsWith(':')) onFrame(part);
    }
  } catch {
    // The connection was closed by either side.
  }
}
