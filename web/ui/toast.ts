type Kind = 'success' | 'error' | 'message';

let tellHost: (() => void) | undefined;
let isWaiting = false;

/** Tells the host that there is something to show, also when that was so before it listened. */
export function onFirstToast(listener: () => void): () => void {
  tellHost = listener;
  if (isWaiting) listener();
  return () => {
    tellHost = undefined;
  };
}

// The toaster loads when it is needed; a toast that comes first waits for it.
function show(kind: Kind, text: string, detail?: string): void {
  isWaiting = true;
  tellHost?.();
  void import('sonner').then(({ toast: sonner }) =>
    // The same words twice are one toast: a repeated failure does not stack up.
    sonner[kind](text, {
      id: `${kind}:${text}`,
      duration: kind === 'error' ? 8000 : 5000,
      ...(detail !== undefined && { description: detail }),
    }),
  );
}

export const toast = {
  /** `detail` is what follows from it, in a second line. */
  success: (text: string, detail?: string) => show('success', text, detail),
  error: (text: string, detail?: string) => show('error', text, detail),
  message: (text: string) => show('message', text),
};
