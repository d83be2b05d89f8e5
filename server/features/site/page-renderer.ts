import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteSettings } from '../../../contract/site/site-settings.ts';

/** What one page is rendered with. `themeCss` is only in its HTML, not in the settings that its scripts read. */
export interface RenderedSettings extends SiteSettings {
  themeCss?: string;
}

/** The module that the build makes of `web/entry.server.tsx` and all pages. */
interface RendererModule {
  entry: {
    module: {
      createPageHandler: (build: RendererModule) => (request: Request) => Promise<Response>;
      showSettings: (read: () => RenderedSettings) => void;
    };
  };
}

/** The HTML of a page of the site with these settings. Undefined if the pages were built without a renderer. */
export type RenderPage = (path: string, settings: RenderedSettings) => Promise<string | undefined>;

/**
 * Renders pages like the build does, with other settings. Loaded at the first page that needs it, which is none as long as the
 * settings are the specification's.
 */
export function createPageRenderer({ folder }: { folder: string }): RenderPage {
  const file = join(folder, 'index.js');
  // Renderings overlap, so each has its own settings.
  const current = new AsyncLocalStorage<RenderedSettings>();
  let loading: Promise<(request: Request) => Promise<Response>> | undefined;

  async function load() {
    const build = (await import(pathToFileURL(file).href)) as RendererModule;
    const { createPageHandler, showSettings } = build.entry.module;
    showSettings(() => {
      const settings = current.getStore();
      if (!settings) throw new Error('a page was rendered without settings');
      return settings;
    });
    return createPageHandler(build);
  }

  return async (path, settings) => {
    if (!existsSync(file)) return undefined;
    loading ??= load();
    const handle = await loading;
    // The host is not part of the page.
    const response = await current.run(settings, () => handle(new Request(`http://page.invalid${path}`)));
    const html = await response.text();
    if (!response.headers.get('content-type')?.startsWith('text/html') || response.status >= 500)
      throw new Error(`the page ${path} could not be rendered: ${response.status}`);
    return html;
  };
}
