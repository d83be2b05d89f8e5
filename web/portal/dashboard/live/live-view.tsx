export function LiveView() {
  return null;
}
