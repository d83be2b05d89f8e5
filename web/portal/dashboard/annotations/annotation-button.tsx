export function AnnotationButton() {
  return null;
}
