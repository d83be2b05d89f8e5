import { Tokenizer } from 'htmlparser2';

export interface ScriptElement {
  /** With names in lower case. */
  attributes: ReadonlyMap<string, string>;
  /** The text between its tags. */
  text: string;
  place: 'head' | 'body';
}

export interface ScannedPage {
  scripts: ScriptElement[];
  /** The policies of `<meta http-equiv="content-security-policy">`. */
  policies: string[];
  /** The address of `<base>`, which addresses of the page are relative to. */
  base: string | undefined;
  /** The content of `<meta name="generator">`. */
  generator: string;
  /** Whether a link names a path in the fragment: `#/pricing`. */
  hasHashLinks: boolean;
}

const scriptsMax = 2_000;
const attributesMax = 60;
const read = new Set(['script', 'meta', 'base', 'a']);
/** Their content is not run by the browsers of visitors. */
const inert = new Set(['noscript', 'template']);

/**
 * Reads the elements of a page that a check is about, in one pass: with the tokenizer alone, because the time of a tree
 * builder can grow with the square of what a stranger sends.
 */
export function scanPage(html: string): ScannedPage {
  const scan = new Scan(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, scan);
  tokenizer.write(html);
  tokenizer.end();
  return scan.page;
}

class Scan {
  readonly page: ScannedPage = {
    ...{ scripts: [], policies: [], base: undefined },
    ...{ generator: '', hasHashLinks: false },
  };
  readonly #html: string;
  #place: ScriptElement['place'] = 'head';
  #inertDepth = 0;
  /** The name of the open tag. */
  #tag = '';
  #attributes = new Map<string, string>();
  #attribute = '';
  #value = '';
  #script: ScriptElement | undefined;

  constructor(html: string) {
    this.#html = html;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#attributes = new Map();
    if (this.#tag === 'body') this.#place = 'body';
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    if (read.has(this.#tag)) this.#value += this.#html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.#value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    const isKept = read.has(this.#tag) && this.#attributes.size < attributesMax;
    // Browsers use the first of two attributes with one name.
    if (isKept && !this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, this.#value);
  }

  onopentagend(): void {
    if (inert.has(this.#tag)) this.#inertDepth += 1;
    if (this.#inertDepth === 0) this.#addElement();
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const tag = this.#html.slice(start, end).toLowerCase();
    if (tag === 'script') this.#script = undefined;
    if (tag === 'head') this.#place = 'body';
    if (inert.has(tag)) this.#inertDepth = Math.max(0, this.#inertDepth - 1);
  }

  ontext(start: number, end: number): void {
    if (this.#script) this.#script.text += this.#html.slice(start, end);
  }

  ontextentity(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #addElement(): void {
    const attributes = this.#attributes;
    switch (this.#tag) {
      case 'script':
        this.#script = { attributes, text: '', place: this.#place };
        if (this.page.scripts.length < scriptsMax) this.page.scripts.push(this.#script);
        return;
      case 'base':
        this.page.base ??= attributes.get('href');
        return;
      case 'a':
        if (/^\/?#!?\//.test(attributes.get('href') ?? '')) this.page.hasHashLinks = true;
        return;
      case 'meta':
        this.#addMeta(attributes.get('content') ?? '');
    }
  }

  #addMeta(content: string): void {
    const equivalent = this.#attributes.get('http-equiv')?.toLowerCase();
    if (equivalent === 'content-security-policy') this.page.policies.push(content);
    if (this.#attributes.get('name')?.toLowerCase() === 'generator') this.page.generator ||= content;
  }
}
