import { industries } from '../industries/industries.ts';

export function IndustriesSection() {
  return (
    <section
      id="industries"
      aria-labelledby="industries-title"
      className="page grid gap-x-16 gap-y-8 pt-24 lg:grid-cols-[1fr_2.4fr] lg:pt-40"
    >
      <div>
        <h2 id="industries-title" className="text-heading">
          Industries
        </h2>
        <p className="mt-4 max-w-[34ch] text-soft">
          Six industries whose terms, rules and busy seasons we know before the first meeting.
        </p>
      </div>
      <ul className="grid grid-cols-1 border-t border-strong sm:grid-cols-2">
        {industries.map(({ name, icon: Icon }) => (
          <li
            key={name}
            className="flex items-center gap-4 border-b border-line py-5 sm:py-7 sm:odd:border-r sm:even:pl-8"
          >
            <Icon className="size-6 shrink-0 text-live" strokeWidth={1.5} aria-hidden="true" />
            <span className="text-title font-medium">{name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
