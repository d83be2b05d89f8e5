const storageKey = 'site.session';
let unsavedId: string | undefined;

const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`;

/** One id for each tab, kept in session storage if the browser allows it. Not for use while rendering. */
export function tabId(): string {
  try {
    const stored = sessionStorage.getItem(storageKey);
    if (stored) return stored;
    const fresh = newId();
    sessionStorage.setItem(storageKey, fresh);
    return fresh;
  } catch {
    unsavedId ??= newId();
    return unsavedId;
  }
}
