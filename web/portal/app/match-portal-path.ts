/** The company id and the page in a path of the portal; undefined for the path of another document. */
export function matchPortalPath(
  pathname: string,
): { companyId: string; page: string | undefined } | undefined {
  const [, companyId, page] = /^\/company-portal\/([^/]+)(?:\/(orders))?\/?$/.exec(pathname) ?? [];
  return companyId === undefined ? undefined : { companyId, page };
}
