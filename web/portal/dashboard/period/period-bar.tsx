export function PeriodBar() {
  return null;
}
