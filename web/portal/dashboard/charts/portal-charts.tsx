export function PortalCharts() {
  return null;
}
