// What jsdom has no engine for: drawing, layout, media queries. Nothing of ours is replaced here.

class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class NoPath {
  addPath() {}
  moveTo() {}
  lineTo() {}
  rect() {}
  arc() {}
  arcTo() {}
  closePath() {}
}

/** A canvas context that takes every call and measures every text as ten pixels. */
const blindContext = new Proxy(
  {},
  {
    get: (_, name) => {
      if (name === 'measureText') return () => ({ width: 10 });
      if (name === 'createLinearGradient') return () => ({ addColorStop: () => undefined });
      return () => undefined;
    },
    set: () => true,
  },
);

function fillBrowserGaps(): void {
  Object.assign(globalThis, {
    ResizeObserver: NoResizes,
    Path2D: NoPath,
    CSS: { escape: (text: string) => text },
  });
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: query.includes('reduced-motion'),
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { value: () => blindContext });
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}

fillBrowserGaps();
