import { toast } from './toast.ts';

const storageKey = 'site.toast';
/** Loading the next document takes less, also on a slow line. */
const lifetimeMs = 20_000;

/** Shows a success now, and again on the document that the page is about to load, where this one would be gone. */
export function carryToast(text: string): void {
  toast.success(text);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([text, Date.now()]));
  } catch {
    // Storage may be denied. The toast is then seen only until the next document.
  }
}

/** Shows what the document before this one wanted to be seen. */
export function showCarriedToast(): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    sessionStorage.removeItem(storageKey);
    if (!Array.isArray(stored)) return;
    const [text, at]: unknown[] = stored;
    if (typeof text === 'string' && Date.now() - Number(at) < lifetimeMs) toast.success(text);
  } catch {
    // Nothing was carried.
  }
}
