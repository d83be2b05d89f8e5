import { ClockChange } from './clock-change.tsx';
import type { HelpEntry } from './help-entry.ts';

/** One explanation. It is marked if a link led to it. */
export function HelpEntrySection({ entry }: { entry: HelpEntry }) {
  const { id, alsoIds = [], term, summary, details, list = [], example } = entry;
  return (
    <article
      id={id}
      aria-labelledby={`${id}-term`}
      className="group border-t border-line py-7 has-[:target]:border-live-dot target:border-live-dot sm:py-8"
    >
      {alsoIds.map((alias) => (
        <span key={alias} id={alias} className="block scroll-mt-[calc(5.5rem+2rem)]" />
      ))}
      <div className="grid gap-x-10 gap-y-3 xl:grid-cols-[13rem_minmax(0,1fr)]">
        <h3 id={`${id}-term`} className="text-title text-balance">
          <a
            href={`#${id}`}
            className="underline decoration-transparent underline-offset-4 hover:decoration-live group-target:text-live group-has-[:target]:text-live"
          >
            {term}
          </a>
        </h3>
        <div className="grid max-w-[62ch] gap-3.5">
          <p className="text-lead">{summary}</p>
          {details.map((text) => (
            <p key={text} className="text-soft">
              {text}
            </p>
          ))}
          {list.length > 0 && (
            <dl className="mt-1 border-b border-line">
              {list.map((item) => (
                <div
                  key={item.term}
                  className="grid gap-x-6 border-t border-line py-2.5 sm:grid-cols-[12rem_minmax(0,1fr)]"
                >
                  <dt>{item.term}</dt>
                  <dd className="text-soft">{item.text}</dd>
                </div>
              ))}
            </dl>
          )}
          {id === 'daylight-saving' && <ClockChange />}
          {example && (
            <p className="flex flex-wrap gap-x-4 gap-y-0.5">
              <span className="pt-0.5 font-mono text-note text-live">in the example</span>
              <span>{example}</span>
            </p>
          )}
        </div>
      </div>
    </article>
  );
}
