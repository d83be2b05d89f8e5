/** The page of a link that opens a portal once. The token is the fragment of the address. */
export const portalLinkPath = '/company-access/open';
