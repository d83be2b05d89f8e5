/** The page of a share link: `/shared/<id>#<secret>`. No server receives the fragment, and no log contains it. */
const sharedPagePrefix = '/shared/';

/** The address of a share link, which opens the view for everyone who has it. */
export const toShareAddress = (publicUrl: string, accessId: string, secret: string): string =>
  `${publicUrl}${sharedPagePrefix}${accessId}#${secret}`;

/** The id in the path of a shared view; undefined for another path. */
export const readSharedPagePath = (pathname: string): string | undefined =>
  /^\/shared\/([^/]+)\/?$/.exec(pathname)?.[1];
