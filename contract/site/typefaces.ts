/** A typeface that is part of the product: pages load it from the own server, and pictures are drawn with it. */
export interface Typeface {
  id: TypefaceId;
  label: string;
  /** The first names in `font-family`: the typeface, and the fallback with its metrics. */
  family: string;
  kind: 'grotesk' | 'serif' | 'rounded';
}

export const typefaceIds = ['instrument-sans', 'hanken-grotesk', 'source-serif-4', 'nunito'] as const;
export type TypefaceId = (typeof typefaceIds)[number];

export const defaultTypeface: TypefaceId = 'instrument-sans';

/** web/ui/fonts.css has the default, and web/ui/typefaces a style sheet for each of the others. */
export const typefaces: Record<TypefaceId, Typeface> = {
  'instrument-sans': {
    id: 'instrument-sans',
    label: 'Instrument Sans',
    family: '"Instrument Sans", "Instrument Sans Fallback", system-ui, sans-serif',
    kind: 'grotesk',
  },
  'hanken-grotesk': {
    id: 'hanken-grotesk',
    label: 'Hanken Grotesk',
    family: '"Hanken Grotesk", "Hanken Grotesk Fallback", system-ui, sans-serif',
    kind: 'grotesk',
  },
  'source-serif-4': {
    id: 'source-serif-4',
    label: 'Source Serif',
    family: '"Source Serif 4", "Source Serif 4 Fallback", Georgia, serif',
    kind: 'serif',
  },
  nunito: {
    id: 'nunito',
    label: 'Nunito',
    family: '"Nunito", "Nunito Fallback", ui-rounded, system-ui, sans-serif',
    kind: 'rounded',
  },
};
