import hankenFont from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url';
import instrumentFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import nunitoFont from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url';
import serifFont from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';
import type { TypefaceFiles } from '../../contract/site/site-settings.ts';
import type { TypefaceId } from '../../contract/site/typefaces.ts';
import hankenStyles from '../ui/typefaces/hanken-grotesk.css?url';
import nunitoStyles from '../ui/typefaces/nunito.css?url';
import serifStyles from '../ui/typefaces/source-serif-4.css?url';

/** The files of each typeface. Only the server knows them all: a page contains the addresses of the chosen one. */
export const typefaceFiles: Record<TypefaceId, TypefaceFiles> = {
  'instrument-sans': { font: instrumentFont },
  'hanken-grotesk': { font: hankenFont, styles: hankenStyles },
  'source-serif-4': { font: serifFont, styles: serifStyles },
  nunito: { font: nunitoFont, styles: nunitoStyles },
};
