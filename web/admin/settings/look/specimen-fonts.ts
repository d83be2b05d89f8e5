import { useEffect } from 'react';
import { type TypefaceId, typefaceIds, typefaces } from '../../../../contract/site/typefaces.ts';
import { typefaceFiles } from '../../../site/typeface-files.ts';

/** Another name than that of the page's typeface, so that loading a specimen changes nothing else. */
const specimenName = (id: TypefaceId) => `Specimen ${id}`;

export const specimenFamily = (id: TypefaceId) => `"${specimenName(id)}", ${typefaces[id].family}`;

/** Loads every typeface that can be chosen. Until it is there, its fallback is shown. */
export function useSpecimenFonts(): void {
  useEffect(() => {
    if (typeof FontFace === 'undefined') return;
    for (const id of typefaceIds) {
      const url = new URL(typefaceFiles[id].font, location.origin);
      const font = new FontFace(specimenName(id), `url("${url.href}")`, { weight: '200 1000' });
      font.load().then(
        () => document.fonts.add(font),
        // The fallback stays.
        () => undefined,
      );
    }
  }, []);
}
