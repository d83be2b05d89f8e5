export function ExportMenu() {
  return null;
}
