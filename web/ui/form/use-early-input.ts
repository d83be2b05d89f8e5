import { useEffect } from 'react';

/**
 * Reports to the radio buttons within an element what was chosen before the scripts had loaded:
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
