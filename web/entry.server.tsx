import { renderToReadableStream } from 'react-dom/server';
import { createRequestHandler, type EntryContext, type ServerBuild, ServerRouter } from 'react-router';
import { usualBrand } from '../contract/site/brand.ts';
import type { SiteSettings, TypefaceFiles } from '../contract/site/site-settings.ts';
import type { TypefaceId } from '../contract/site/typefaces.ts';
import { deferScripts, reportMissingEntry } from './loading/deferred-scripts.ts';
import { readSiteSettingsWith } from './site/site-settings.ts';
import { typefaceFiles } from './site/typeface-files.ts';

// While building. The server, which renders pages again when the agency's settings change, reads others.
readSiteSettingsWith(() => ({ brand: usualBrand }));

/** For the server: answers requests for the pages of this build. */
export const createPageHandler = (build: ServerBuild) => createRequestHandler(build, 'production');

/** For the server: pages show what `read` returns while they are rendered. */
export const showSettings = (read: () => SiteSettings) => readSiteSettingsWith(read);

export const listTypefaceFiles = (): Record<TypefaceId, TypefaceFiles> => typefaceFiles;

/** Runs while building, and on the server for other settings. Renders the whole page at once. */
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
