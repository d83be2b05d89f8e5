export const typefaceIds = ['instrument-sans'] as const;
