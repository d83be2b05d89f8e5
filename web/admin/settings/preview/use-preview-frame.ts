import { type RefObject, useEffect, useRef, useState } from 'react';

export type PreviewState = 'loading' | 'ready' | 'failed';

interface Options {
  form: RefObject<HTMLFormElement | null>;
  frame: RefObject<HTMLIFrameElement | null>;
  /** The content of the form. */
  content: string;
  /** The page and its look: another one begins at its top. */
  view: string;
}

/** Typing asks for one preview, not for one per key. */
const delayMs = 500;

/** Sends the form into the frame when its content has changed, and keeps the place to which the page was scrolled. */
export function usePreviewFrame({ form, frame, content, view }: Options) {
  const [state, setState] = useState<PreviewState>('loading');
  const [attempt, setAttempt] = useState(0);
  const shown = useRef({ view: '', scrollTop: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: content and attempt are what is sent
  useEffect(() => {
    const timer = setTimeout(
      () => {
        // A page that failed cannot be read.
        const scrollTop = frame.current?.contentDocument?.scrollingElement?.scrollTop ?? 0;
        shown.current = { view, scrollTop: shown.current.view === view ? scrollTop : 0 };
        setState('loading');
        form.current?.requestSubmit();
      },
      shown.current.view === view ? delayMs : 0,
    );
    return () => clearTimeout(timer);
  }, [content, view, attempt, form, frame]);

  function handleLoad(): void {
    const page = frame.current?.contentDocument;
    // Before the first answer, the frame is empty.
    if (page?.location.href === 'about:blank') return;
    // Errors of the server and of the network cannot be shown in a frame: the browser shows its own page instead.
    const isShown = page?.contentType === 'text/html';
    if (isShown) frame.current?.contentWindow?.scrollTo(0, shown.current.scrollTop);
    setState(isShown ? 'ready' : 'failed');
  }

  return { state, handleLoad, retry: () => setAttempt(attempt + 1) };
}
