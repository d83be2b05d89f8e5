import { useEffect } from 'react';

/**
 * Tells the radio buttons within an element what was chosen while the page was there but its scripts were not yet:
 * React keeps the choice on the screen without calling `onChange`. Text and lists are read by `useForm`.
 * React first sets `defaultChecked` to what the page was rendered with: whatever differs was chosen.
 */
export function useEarlyInput(id: string): void {
  useEffect(() => {
    for (const field of document.getElementById(id)?.querySelectorAll('input') ?? []) {
      if (!field.checked || field.defaultChecked) continue;
      field.checked = false;
      field.click();
    }
  }, [id]);
}
