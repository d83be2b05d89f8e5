import { useEffect } from 'react';

/**
 * Tells the `onChange` of a field, or of all within an element, what was typed, chosen or filled in by the
 * browser while the page was there but its scripts were not yet. React keeps such input on the screen and
 * says nothing of it, so a form would be sent without it. React first sets what a field begins with
 * (`defaultValue`, `defaultChecked`) to what the page drew: whatever differs is the reader's.
 */
export function useEarlyInput(id: string): void {
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    for (const field of [element, ...element.querySelectorAll('input')]) {
      if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio'))
        tellChecked(field);
      else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) tellTyped(field);
      else if (field instanceof HTMLSelectElement) tellSelected(field);
    }
  }, [id]);
}

function tellTyped(field: HTMLInputElement | HTMLTextAreaElement): void {
  const typed = field.value;
  if (typed === field.defaultValue) return;
  // Set the usual way React takes note and sees no change; set the second way it sees the reader's.
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function tellChecked(field: HTMLInputElement): void {
  const isTold = field.checked === field.defaultChecked;
  // Of radio buttons the chosen one speaks for its group.
  if (isTold || (field.type === 'radio' && !field.checked)) return;
  field.checked = field.defaultChecked;
  field.click();
}

function tellSelected(field: HTMLSelectElement): void {
  const drawn = [...field.options].findIndex((option) => option.defaultSelected);
  if (field.selectedIndex === Math.max(drawn, 0)) return;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
