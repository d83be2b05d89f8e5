import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PortalPageData } from '../../../contract/portal-page.ts';

interface PortalRequest {
  pathname: string;
  search: string;
  data: PortalPageData;
}

/** Renders the portal of a page with the answers in `data`. The HTML is empty if it cannot; then the browser renders it. */
export type RenderPortal = (request: PortalRequest) => Promise<string>;

interface RendererOptions {
  /** Folder of the built renderer. */
  folder: string;
  onError: (error: unknown) => void;
}

/** The renderer that is built from the same components as the page. Loaded at the first portal that is opened. */
export function createPortalRenderer({ folder, onError }: RendererOptions): RenderPortal {
  const file = join(folder, 'entry.server.js');
  let loading: Promise<(request: PortalRequest) => string> | undefined;
  const load = async () => {
    const { renderPortal } = (await import(pathToFileURL(file).href)) as {
      renderPortal: (request: PortalRequest) => string;
    };
    return renderPortal;
  };
  return async (request) => {
    if (!existsSync(file)) return '';
    loading ??= load();
    try {
      return (await loading)(request);
    } catch (error) {
      onError(error);
      return '';
    }
  };
}
