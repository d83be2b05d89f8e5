const signs = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll', 'wheel', 'touchstart'] as const;

/** Who came back to the middle of a page, or was faster than its scripts. */
const isUsedAlready = () =>
  window.scrollY > 0 || document.activeElement !== document.body || navigator.userActivation?.hasBeenActive;

let used: Promise<void> | undefined;

/**
 * Resolves at the visitor's first move. What nobody can miss before that (toasts, a chart's readout,
 * what lies far below) waits for it, and the first paint has the line for itself. Never on the server.
 */
export function whenUsed(): Promise<void> {
  used ??= new Promise((resolve) => {
    if (typeof window === 'undefined') return;
    if (isUsedAlready()) return resolve();
    const done = () => {
      for (const sign of signs) window.removeEventListener(sign, done, { capture: true });
      resolve();
    };
    for (const sign of signs) window.addEventListener(sign, done, { capture: true, passive: true });
  });
  return used;
}
