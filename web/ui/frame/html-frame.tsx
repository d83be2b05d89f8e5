import { useEffect, useRef, useState } from 'react';
import { framedHtmlStart } from '../../loading/framed-html.ts';

interface HtmlFrameProps {
  title: string;
  /** A document such as the HTML of a mail. Nothing in it runs, and its links open in a new tab. */
  html: string;
  /** The colours of the document where it sets none; otherwise those of the page. */
  theme?: 'light' | 'dark' | undefined;
}

/** Before the document is measured: about the height of a short mail. */
const firstHeight = 640;

/** Shows a document in a frame that is as high as the document. */
export function HtmlFrame({ title, html, theme }: HtmlFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(firstHeight);
  const [observer] = useState(() =>
    typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure),
  );

  function measure(): void {
    const root = frame.current?.contentDocument?.documentElement;
    if (root && root.offsetHeight > 0) setHeight(Math.ceil(root.offsetHeight));
  }

  function follow(): void {
    const root = frame.current?.contentDocument?.documentElement;
    observer?.disconnect();
    if (root) observer?.observe(root);
    measure();
  }

  useEffect(() => () => observer?.disconnect(), [observer]);

  return (
    // Without allow-scripts. The origin is ours so that the height can be read.
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={framedHtmlStart + html}
      onLoad={follow}
      style={{ height, colorScheme: theme }}
      className="block w-full border-0 bg-surface"
    />
  );
}
