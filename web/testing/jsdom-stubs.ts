// Stubs for what jsdom does not implement: layout, media queries. No module of the product is replaced.

import { usualBrand } from '../../contract/site/brand.ts';
import { readSiteSettingsWith } from '../site/site-settings.ts';

class FakeResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

function installStubs(): void {
  // No server wrote them into the document.
  readSiteSettingsWith(() => ({ brand: usualBrand }));
  Object.assign(globalThis, {
    ResizeObserver: FakeResizeObserver,
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
