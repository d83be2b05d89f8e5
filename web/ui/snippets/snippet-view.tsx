import { useState } from 'react';
import { CodeBlock } from '../copy/code-block.tsx';
import { CopyButton } from '../copy/copy-button.tsx';
import { ChoiceChips } from '../form/choice-chips.tsx';
import type { Snippet, SnippetPart } from './snippet.ts';

interface SnippetChoiceProps {
  legend: string;
  name: string;
  snippets: readonly Snippet[];
}

/** The choice of a kind of site or server, and its code. */
export function SnippetChoice({ legend, name, snippets }: SnippetChoiceProps) {
  const [value, setValue] = useState(snippets[0]?.value ?? '');
  const chosen = snippets.find((snippet) => snippet.value === value);
  return (
    <div className="grid min-w-0 gap-6">
      <div>
        {/* The choice has the same words as its name for screen readers. */}
        <p className="mb-3 font-medium" aria-hidden="true">
          {legend}
        </p>
        <ChoiceChips legend={legend} name={name} options={snippets} value={value} onChange={setValue} />
      </div>
      {chosen?.parts.map((part) => (
        <SnippetCode key={`${chosen.value} ${part.title}`} part={part} of={chosen.label} />
      ))}
      {chosen?.note && <p className="max-w-[66ch] text-soft">{chosen.note}</p>}
    </div>
  );
}

/** One piece of code: what it is, where it is pasted, and a button that copies it. */
export function SnippetCode({ part, of }: { part: SnippetPart; of: string }) {
  const { title, where, code, copy } = part;
  return (
    <section aria-label={`${title}, ${of}`} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-medium">{title}</h3>
        <CopyButton text={code} label={copy} done={`${title} copied to clipboard!`} shape="secondary" />
      </div>
      <p className="mt-1 mb-3 max-w-[66ch] text-[0.9375rem] text-soft">{where}</p>
      <CodeBlock label={`${title}, ${of}`} code={code} />
    </section>
  );
}
