import { type Ref, useEffect, useRef, useState } from 'react';

interface ScaledFrameProps {
  ref: Ref<HTMLIFrameElement>;
  name: string;
  /** The width that the page believes to have. It is made smaller to fit. */
  pageWidth: number;
  isHidden: boolean;
  onLoad: () => void;
}

/** A page that is as high as a window: its first part fills the window on some pages. */
const pageHeightMax = 1100;

export function ScaledFrame({ ref, name, pageWidth, isHidden, onLoad }: ScaledFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: pageWidth, height: 640 });

  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const scale = Math.min(1, size.width / pageWidth);
  const height = Math.min(size.height / scale, pageHeightMax);
  return (
    <div ref={box} className="absolute inset-0 overflow-hidden" hidden={isHidden}>
      {/* Without scripts: only its look is shown. The page has our origin, so that its place can be kept. */}
      <iframe
        ref={ref}
        name={name}
        title="Preview of the page"
        sandbox="allow-same-origin"
        onLoad={onLoad}
        style={{
          width: pageWidth,
          height,
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
          marginInlineStart: Math.max(0, (size.width - pageWidth * scale) / 2),
        }}
        className="block max-w-none rounded-panel border border-line bg-surface"
      />
    </div>
  );
}
