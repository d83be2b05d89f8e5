import type { Turn } from '../../platform/limits/admission.ts';

/** Parameters whose values are names and dates. Those of filters and searches may be about a person. */
const loggedParameters = [
  'period',
  'from',
  'to',
  'compare',
  'interval',
  'orders',
  'dimension',
  'sort',
  'limit',
  'page',
];

/** The time that a question waited and ran, for the log. */
export class QuestionTimes {
  readonly #now: () => number;
  readonly #askedAt: number;
  /** When it was admitted; undefined while it waits for that. */
  #admittedAt: number | undefined;
  #waitedMs = 0;
  #ranMs = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#askedAt = now();
  }

  /** The turn of the admitted request, with its work measured. */
  watch(turn: Turn): Turn {
    this.#admittedAt = this.#now();
    return {
      use: async (work) => {
        let since = this.#now();
        try {
          return await turn.use(() => {
            this.#waitedMs += this.#now() - since;
            since = this.#now();
            return work().finally(() => {
              this.#ranMs += this.#now() - since;
              since = Number.NaN;
            });
          });
        } finally {
          // Its turn never came.
          if (!Number.isNaN(since)) this.#waitedMs += this.#now() - since;
        }
      },
    };
  }

  get totalMs(): number {
    return this.#now() - this.#askedAt;
  }

  /** Statements of a question wait and run at the same time, so the parts may be more than the total. */
  toLogFields(): Record<'totalMs' | 'waitedMs' | 'ranMs', number> {
    const admission = (this.#admittedAt ?? this.#now()) - this.#askedAt;
    return {
      totalMs: Math.round(this.totalMs),
      waitedMs: Math.round(admission + this.#waitedMs),
      ranMs: Math.round(this.#ranMs),
    };
  }
}

/** The question of a request, such as `breakdown?period=30d&dimension=page, 2 filters`. */
export function describeQuestion(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://log.invalid');
  const shown = new URLSearchParams();
  for (const [name, value] of searchParams)
    if (loggedParameters.includes(name)) shown.append(name, value.slice(0, 60));
  const filters = searchParams.getAll('filter').length;
  const parts = [`${pathname.split('/').at(-1)}${shown.size > 0 ? `?${shown}` : ''}`];
  if (filters > 0) parts.push(`${filters} ${filters === 1 ? 'filter' : 'filters'}`);
  if (searchParams.has('search')) parts.push('a search');
  return parts.join(', ');
}
