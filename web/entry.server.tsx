import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { deferScripts, reportMissingEntry } from './loading/deferred-scripts.ts';

/** Runs only while building. Renders the whole page at once. */
// biome-ignore lint/style/noDefaultExport: required by React Router
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    // Otherwise long content inside Suspense is put at the end of the file and moved by a script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  await body.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const html = reportMissingEntry(await new Response(body).text());
  // The fallback file has no content to show before its scripts run.
  return new Response(context.isSpaMode ? html : deferScripts(html), { status, headers });
}
