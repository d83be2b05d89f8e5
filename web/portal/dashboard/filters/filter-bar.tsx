export function FilterBar() {
  return null;
}
