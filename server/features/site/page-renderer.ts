import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteSettings, TypefaceFiles } from '../../../contract/site/site-settings.ts';
import type { TypefaceId } from '../../../contract/site/typefaces.ts';

/** The settings that one page is rendered with. Neither field is in the settings that its scripts read. */
export interface RenderedSettings extends SiteSettings {
  themeCss?: string;
  typeface?: TypefaceId;
}

/** The module that the build makes of `web/entry.server.tsx` and all pages. */
interface RendererModule {
  entry: {
    module: {
      createPageHandler: (build: RendererModule) => (request: Request) => Promise<Response>;
      showSettings: (read: () => RenderedSettings) => void;
      listTypefaceFiles: () => Record<TypefaceId, TypefaceFiles>;
    };
  };
}

export interface PageRenderer {
  /** The HTML of a page of the site with these settings. Undefined if the pages were built without a renderer. */
  render: (path: string, settings: RenderedSettings) => Promise<string | undefined>;
  /** Undefined if the pages were built without a renderer. */
  findTypefaceFiles: (id: TypefaceId) => Promise<TypefaceFiles | undefined>;
}

/**
 * Renders pages like the build does, with other settings. Loaded at the first page that needs it: no page does as long as the
 * settings are the specification's.
 */
export function createPageRenderer({ folder }: { folder: string }): PageRenderer {
  const file = join(folder, 'index.js');
  // Renderings overlap, so each has its own settings.
  const current = new AsyncLocalStorage<RenderedSettings>();
  let loading: ReturnType<typeof load> | undefined;

  async function load() {
    const build = (await import(pathToFileURL(file).href)) as RendererModule;
    const { createPageHandler, showSettings, listTypefaceFiles } = build.entry.module;
    showSettings(() => {
      const settings = current.getStore();
      if (!settings) throw new Error('a page was rendered without settings');
      return settings;
    });
    return { handle: createPageHandler(build), typefaceFiles: listTypefaceFiles() };
  }

  const open = async () => {
    if (!existsSync(file)) return undefined;
    loading ??= load().catch((error: unknown) => {
      // The next page tries again.
      loading = undefined;
      throw error;
    });
    return loading;
  };

  const render: PageRenderer['render'] = async (path, settings) => {
    const opened = await open();
    if (!opened) return undefined;
    const { handle, typefaceFiles } = opened;
    const { typeface, ...shown } = settings;
    const rendered = typeface === undefined ? shown : { ...shown, typefaceFiles: typefaceFiles[typeface] };
    // The host is not part of the page.
    const response = await current.run(rendered, () => handle(new Request(`http://page.invalid${path}`)));
    const html = await response.text();
    if (!response.headers.get('content-type')?.startsWith('text/html') || response.status >= 500)
      throw new Error(`the page ${path} could not be rendered: ${response.status}`);
    return html;
  };
  return { render, findTypefaceFiles: async (id) => (await open())?.typefaceFiles[id] };
}
