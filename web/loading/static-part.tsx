import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { showLoadFailure } from './head-script.ts';

const id = (name: string) => `static-${name}`;

/** The HTML of the parts shown in this tab, by name. */
const htmlByName = new Map<string, string>();

function findHtml(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  // Empty while its script is loading.
  const html = htmlByName.get(name) ?? (document.getElementById(id(name))?.innerHTML || undefined);
  if (html !== undefined) htmlByName.set(name, html);
  return html;
}

/**
 * Part of a prerendered page that has only text, pictures and links. Its HTML is already in the page, so the script
 * that renders it is loaded only when the page is opened from another page. A part cannot have state, effects or event
 * handlers.
 */
export function staticPart(name: string, load: () => Promise<ComponentType>): ComponentType {
  const Part = lazy<ComponentType>(() =>
    load().then(
      (component) => ({ default: component }),
      (error: unknown) => {
        console.error(error);
        showLoadFailure();
        return { default: () => null };
      },
    ),
  );
  return () => <StaticHtml name={name} Part={Part} />;
}

function StaticHtml({ name, Part }: { name: string; Part: ComponentType }) {
  const [html] = useState(() => findHtml(name));
  const part = useRef<HTMLDivElement>(null);
  useFollowLinks(part, html !== undefined);
  if (html === undefined)
    return (
      <div id={id(name)}>
        <Suspense>
          <Part />
        </Suspense>
      </div>
    );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML that the build wrote into this page
  return <div ref={part} id={id(name)} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Links in static HTML navigate without loading a new document, like all others. */
function useFollowLinks(part: RefObject<HTMLDivElement | null>, isPlain: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    const element = isPlain ? part.current : null;
    if (!element) return;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const wantsAnotherTab =
        event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || link.target || link.origin !== location.origin || wantsAnotherTab) return;
      event.preventDefault();
      void navigate(link.pathname + link.search + link.hash);
    };
    element.addEventListener('click', follow);
    return () => element.removeEventListener('click', follow);
  }, [part, isPlain, navigate]);
}
