/** The types of files that a logo is read from. The server decides by the content. */
export const logoTypes = ['image/svg+xml', 'image/png'] as const;

export const maxLogoBytes = 256_000;

/** As texts name it: "256 kB". */
export const maxLogoSize = `${maxLogoBytes / 1000} kB`;
