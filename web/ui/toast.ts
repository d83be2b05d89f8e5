type Kind = 'success' | 'error' | 'message';

// The toaster loads after the page; a toast that comes first waits for it.
function show(kind: Kind, text: string): void {
  void import('sonner').then(({ toast: sonner }) =>
    // The same words twice are one toast: a repeated failure does not stack up.
    sonner[kind](text, { id: `${kind}:${text}`, duration: kind === 'error' ? 8000 : 5000 }),
  );
}

export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  message: (text: string) => show('message', text),
};
