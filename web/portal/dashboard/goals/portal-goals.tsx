export function PortalGoals() {
  return null;
}
