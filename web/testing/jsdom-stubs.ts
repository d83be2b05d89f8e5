// Stubs for what jsdom does not implement: drawing, layout, media queries. No module of the product is replaced.

class FakeResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class FakePath {
  addPath() {}
  moveTo() {}
  lineTo() {}
  rect() {}
  arc() {}
  arcTo() {}
  closePath() {}
}

/** A canvas context that accepts every call and measures every text as ten pixels. */
const stubContext = new Proxy(
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

function installStubs(): void {
  Object.assign(globalThis, {
    ResizeObserver: FakeResizeObserver,
    Path2D: FakePath,
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
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { value: () => stubContext });
  window.scrollTo = () => undefined;
  const closedPopovers = document.createElement('style');
  closedPopovers.textContent = '[popover] { display: none }';
  document.head.append(closedPopovers);
  Element.prototype.scrollIntoView = () => undefined;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}

installStubs();
