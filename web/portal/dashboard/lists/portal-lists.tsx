export function PortalLists() {
  return null;
}
