import type { Page } from '@playwright/test';
import type { Viewer } from './picture-fixture.ts';

export interface Shot {
  screen: string;
  path: string;
  /** Whose browser is pictured; default: a visitor's. The viewer has entered both access keys. */
  as?: Viewer;
  /** Runs on the page before the picture is taken. */
  act?: (page: Page) => Promise<unknown>;
  /** Pictures the visible area alone, for dialogs and menus that cover the page. */
  isWindow?: boolean;
  narrowOnly?: boolean;
  phoneOnly?: boolean;
}
