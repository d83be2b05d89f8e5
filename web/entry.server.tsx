import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { startAfterFirstPaint } from './loading/late-scripts.ts';

/** Runs only while building: pages are rendered once, whole. */
// biome-ignore lint/style/noDefaultExport: React Router asks for one here
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    // Else long content inside Suspense is put at the end of the file and moved by a script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  await body.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // The file of pages drawn in the browser has nothing to show before its scripts.
  if (context.isSpaMode) return new Response(body, { status, headers });
  return new Response(startAfterFirstPaint(await new Response(body).text()), { status, headers });
}
