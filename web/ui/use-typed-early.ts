import { useEffect } from 'react';

/**
 * Tells a field's `onChange` of what was typed, pasted or filled in by the browser while the page was there
 * but its scripts were not yet. React keeps such text on the screen and says nothing of it, so a form would
 * be sent without it.
 */
export function useTypedEarly(id: string): void {
  useEffect(() => {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    const typed = field.value;
    // React sets what a field begins with to what the page drew.
    if (typed === field.defaultValue) return;
    // Set the usual way React takes note and sees no change; set the second way it sees the reader's.
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, [id]);
}
