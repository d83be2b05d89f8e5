import hankenFont from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url';
import instrumentFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import nunitoFont from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url';
import serifFont from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';
import type { TypefaceId } from '../../contract/site/typefaces.ts';
import hankenStyles from '../ui/typefaces/hanken-grotesk.css?url';
import nunitoStyles from '../ui/typefaces/nunito.css?url';
import serifStyles from '../ui/typefaces/source-serif-4.css?url';

export interface TypefaceFiles {
  /** With the letters of most texts. Preloaded. */
  font: string;
  /** Undefined for the typeface of web/ui/fonts.css, which every page loads. */
  styles?: string;
}

/** The addresses of what a page loads for a typeface. */
export const typefaceFiles: Record<TypefaceId, TypefaceFiles> = {
  'instrument-sans': { font: instrumentFont },
  'hanken-grotesk': { font: hankenFont, styles: hankenStyles },
  'source-serif-4': { font: serifFont, styles: serifStyles },
  nunito: { font: nunitoFont, styles: nunitoStyles },
};
