import { type RefObject, useEffect, useRef, useState } from 'react';
import { toPreviewPage } from './preview-pages.ts';

export type PreviewState = { is: 'loading' } | { is: 'ready' } | { is: 'failed'; why: string };

interface Options {
  form: RefObject<HTMLFormElement | null>;
  frame: RefObject<HTMLIFrameElement | null>;
  /** What the form sends. */
  content: string;
  /** The page and its look: another one begins at its top. */
  view: string;
  /** A link to this address was clicked in the preview. */
  onFollow: (path: string) => void;
}

/** Typing asks for one preview, not for one per key. */
const delayMs = 500;

/** Sends the form into the frame when its content has changed, and keeps the place to which the page was scrolled. */
export function usePreviewFrame({ form, frame, content, view, onFollow }: Options) {
  const [state, setState] = useState<PreviewState>({ is: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const shown = useRef({ view: '', scrollY: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: content and attempt are what is sent
  useEffect(() => {
    const timer = setTimeout(
      () => {
        const scrollY = frame.current?.contentDocument?.scrollingElement?.scrollTop ?? 0;
        shown.current = { view, scrollY: shown.current.view === view ? scrollY : 0 };
        setState({ is: 'loading' });
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
    if (page?.contentType !== 'text/html') {
      setState({ is: 'failed', why: readRefusal(page?.body?.textContent) });
      return;
    }
    frame.current?.contentWindow?.scrollTo(0, shown.current.scrollY);
    page.addEventListener('click', (event) => {
      const target = event.target;
      const path = target !== null && 'closest' in target ? toLinkedPath(target as Element) : undefined;
      if (path === undefined) return;
      event.preventDefault();
      if (toPreviewPage(path)) onFollow(path);
    });
    setState({ is: 'ready' });
  }

  return { state, handleLoad, retry: () => setAttempt(attempt + 1) };
}

/** The path of a clicked link. Links inside of the page work by themselves. */
function toLinkedPath(clicked: Element): string | undefined {
  const address = clicked.closest('a')?.getAttribute('href');
  if (!address || address.startsWith('#')) return undefined;
  return new URL(address, location.origin).pathname;
}

function readRefusal(text: string | null | undefined): string {
  const unknown = 'The server did not answer with a page.';
  if (!text) return unknown;
  try {
    const answer: unknown = JSON.parse(text);
    const error =
      typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined;
    const message =
      typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
    return typeof message === 'string' ? message : unknown;
  } catch {
    return unknown;
  }
}
