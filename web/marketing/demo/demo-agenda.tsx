import type { CSSProperties } from 'react';

const parts = [
  {
    from: 0,
    minutes: 5,
    title: 'Your business',
    text: 'What you sell, to whom, and which work takes too much time.',
  },
  {
    from: 5,
    minutes: 15,
    title: 'A system at work',
    text: 'We show a running system, including what happens when something fails, and answer your questions, such as:',
    questions: [
      'When does it hand over to a person?',
      'What does it do with data it has never seen?',
      'Who looks after it once it is live?',
    ],
  },
  {
    from: 20,
    minutes: 10,
    title: 'What it would be for you',
    text: 'A first sketch, a price and a date, all in writing. No sales call afterwards.',
  },
] as const;

const formatMinutes = (minutes: number) => `0:${String(minutes).padStart(2, '0')}`;

/** The agenda of a 30-minute demo, to scale: every tick is a minute. */
export function DemoAgenda() {
  return (
    <section aria-labelledby="half-hour">
      <h2 id="half-hour" className="text-title">
        What happens in 30 minutes
      </h2>
      <ol className="mt-6">
        {parts.map((part) => (
          <li
            key={part.title}
            className="grid grid-cols-[3rem_1rem_1fr] gap-x-4"
            style={{ '--minutes': part.minutes, minHeight: `${part.minutes * 0.8}rem` } as CSSProperties}
          >
            <span className="-mt-2.5 font-mono text-note text-soft">{formatMinutes(part.from)}</span>
            <span
              aria-hidden="true"
              className="border-l-2 border-live-dot bg-[repeating-linear-gradient(var(--line-strong)_0_1px,transparent_1px_calc(100%/var(--minutes)))] bg-[length:0.5rem_100%] bg-no-repeat"
            />
            <div className="-mt-3 pb-8">
              <h3 className="font-medium">{part.title}</h3>
              <p className="mt-1 max-w-[44ch] text-soft">{part.text}</p>
              {'questions' in part && (
                <ul className="mt-2.5 grid gap-1.5">
                  {part.questions.map((question) => (
                    <li key={question} className="border-l border-line pl-3 text-[0.9375rem]">
                      {question}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ol>
      <p className="-mt-2 grid grid-cols-[3rem_1rem_1fr] gap-x-4">
        <span className="font-mono text-note text-soft">{formatMinutes(30)}</span>
        <span aria-hidden="true" className="mt-2 -ml-[5px] size-3 rounded-full bg-live-dot" />
        <span className="-mt-0.5 font-medium">Done, on time</span>
      </p>
    </section>
  );
}
