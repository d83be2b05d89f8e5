import { useEffect } from 'react';

/**
 * Repeats the click on a radio button that was chosen before hydration, within an element:
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
