// Its own types would add those of browsers to the whole server.
declare module 'jsdom' {
  export interface XmlElement {
    readonly namespaceURI: string | null;
    readonly localName: string;
    readonly textContent: string | null;
    readonly children: Iterable<XmlElement>;
    readonly attributes: Iterable<{ localName: string; namespaceURI: string | null; value: string }>;
    getAttribute(name: string): string | null;
    getElementsByTagName(name: string): Iterable<XmlElement>;
  }

  export class JSDOM {
    constructor(html?: string);
    readonly window: {
      DOMParser: new () => { parseFromString(text: string, type: string): { documentElement: XmlElement } };
    };
  }
}
