import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PortalPageData } from '../../../contract/portal-page.ts';
import type { SiteSettings } from '../../../contract/site/site-settings.ts';

/** Renders the portal of a page with the answers in `data`. The HTML is empty if it cannot; then the browser renders it. */
export type RenderPortal = (data: PortalPageData, settings: SiteSettings) => Promise<string>;

type RenderNow = (data: PortalPageData, settings: SiteSettings) => string;

interface RendererOptions {
  /** Folder of the built renderer. */
  folder: string;
  onError: (error: unknown) => void;
}

/** The renderer that is built from the same components as the page. Loaded at the first portal that is opened. */
export function createPortalRenderer({ folder, onError }: RendererOptions): RenderPortal {
  const file = join(folder, 'entry.server.js');
  let loading: Promise<RenderNow> | undefined;
  const load = async () => {
    const { renderPortal } = (await import(pathToFileURL(file).href)) as {
      renderPortal: RenderNow;
    };
    return renderPortal;
  };
  return async (data, settings) => {
    if (!existsSync(file)) return '';
    loading ??= load();
    try {
      return (await loading)(data, settings);
    } catch (error) {
      onError(error);
      return '';
    }
  };
}
