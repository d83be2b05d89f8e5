import { classNames } from '../../ui/class-names.ts';

const turns = [
  { who: 'visitor', text: 'Does the Alder table come in oak, and can it be here before the 14th?' },
  {
    who: 'assistant',
    text: 'Yes, in oiled or white oak. Oiled oak is in stock: ordered today, it arrives on Tuesday the 12th.',
    source: 'from Delivery guide, page 3\u00a0· 1.4\u00a0s',
  },
  { who: 'visitor', text: 'My stairs turn, and the landing is 78 cm wide.' },
  {
    who: 'assistant',
    text: 'Then it fits. The top travels on its own and is 74 cm. Shall I reserve one in your name?',
    source: 'from Product sheet AT-180\u00a0· 1.1\u00a0s',
  },
] as const;

/** A sample conversation with a chatbot, with the source of each answer. */
export function ChatScene() {
  return (
    <figure
      aria-label="A conversation with an assistant"
      className="grid gap-3 text-[0.9375rem] leading-normal"
    >
      {turns.map((turn) => (
        <div
          key={turn.text}
          className={classNames('grid max-w-[88%] gap-1.5', turn.who === 'visitor' && 'justify-self-end')}
        >
          <p
            className={classNames(
              'rounded-panel px-4 py-2.5',
              turn.who === 'visitor'
                ? 'rounded-br-[4px] bg-action text-action-ink'
                : 'rounded-bl-[4px] border border-line bg-raised',
            )}
          >
            <span className="sr-only">{turn.who === 'visitor' ? 'Visitor: ' : 'Assistant: '}</span>
            {turn.text}
          </p>
          {'source' in turn && <p className="pl-4 font-mono text-note text-live">{turn.source}</p>}
        </div>
      ))}
    </figure>
  );
}
