export function MetricStrip() {
  return null;
}
