const framesMax = 120;

/** The control of a path, or of the field that contains it: `testimonials.2.name`, then `testimonials`. */
function findField(form: HTMLElement, path: string): HTMLElement | undefined {
  const controls = [...form.querySelectorAll<HTMLElement>('[name], [data-field]')];
  for (let name = path; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const found = controls.find((each) => (each.getAttribute('name') ?? each.dataset.field) === name);
    if (found) return found;
  }
  return undefined;
}

/** Focuses the field with an error, as soon as its section is there: some are loaded when they are opened. */
export function focusField(form: HTMLElement, path: string, frames = framesMax): void {
  const field = findField(form, path);
  if (!field) {
    if (frames > 0) requestAnimationFrame(() => focusField(form, path, frames - 1));
    return;
  }
  // In closed details it could not get the focus.
  const details = field.closest('details');
  if (details) details.open = true;
  field.focus();
}
