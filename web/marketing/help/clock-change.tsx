const days = [
  { name: 'in spring', hours: [0, 1, 3, 4, 5] },
  { name: 'usually', hours: [0, 1, 2, 3, 4, 5] },
  { name: 'in autumn', hours: [0, 1, 2, 2, 3, 4, 5] },
];

/** The first hours of three days: when clocks go forward, as usual, and when they go back. */
export function ClockChange() {
  return (
    <figure
      aria-label="The first hours of a day: in spring 2 o’clock is missing, in autumn it happens twice"
      className="mt-2"
    >
      <div className="grid gap-2" aria-hidden="true">
        {days.map(({ name, hours }) => (
          <div key={name} className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-3">
            <span className="font-mono text-note text-soft">{name}</span>
            <div className="flex gap-1 overflow-hidden">
              {hours.map((hour, index) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: an hour can happen twice
                  key={index}
                  className={`w-7 shrink-0 sm:w-9 rounded-[6px] py-1 text-center font-mono text-note ${hours.filter((each) => each === hour).length > 1 ? 'bg-live-wash text-live' : 'bg-sunken text-soft'}`}
                >
                  {hour}
                </span>
              ))}
              <span className="h-7 grow rounded-[6px] bg-sunken" />
            </div>
          </div>
        ))}
      </div>
      <figcaption className="mt-2.5 font-mono text-note text-soft">
        23, 24 and 25 hours, in most of Europe
      </figcaption>
    </figure>
  );
}
