import {
  divideRows,
  type ForeignRow,
  type LooseRow,
  type Row,
  sortRows,
  toForeignRow,
  toLooseRow,
  toVisit,
  type Visit,
} from './group-visits.ts';
import { NotInMemory } from './not-in-memory.ts';

/** The visits and other rows of one local day. */
export interface TimedDay {
  visits: readonly Visit[];
  loose: readonly LooseRow[];
  foreign: readonly ForeignRow[];
  /** The time of the last row, in microseconds since 1970. */
  lastAt: number;
}

/** The rows of a visitor on the day, and the visits they were divided into; undefined after a change. */
interface VisitorRows {
  rows: Row[];
  divided: Pick<TimedDay, 'visits' | 'loose' | 'foreign'> | undefined;
}

/** All rows of one local day. A change costs what its visitor has on the day. */
export class MemoryDay {
  readonly day: string;
  /** The newest change of the day that is known. */
  revision: number;
  readonly #rows = new Map<string, Row>();
  readonly #visitors = new Map<string, VisitorRows>();
  readonly #alone = new Set<Row>();
  #timed: TimedDay | undefined;

  constructor(day: string, revision: number) {
    this.day = day;
    this.revision = revision;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Adds a row, or replaces its earlier state. */
  put(row: Row): void {
    const known = this.#rows.get(row.id);
    if (known && known.at !== row.at) throw new NotInMemory('two events have the same id');
    if (known) this.#remove(known);
    this.#timed = undefined;
    this.#rows.set(row.id, row);
    if (row.visitor === undefined) {
      this.#alone.add(row);
      return;
    }
    const visitor = this.#visitors.get(row.visitor);
    if (!visitor) {
      this.#visitors.set(row.visitor, { rows: [row], divided: undefined });
      return;
    }
    visitor.rows.push(row);
    visitor.divided = undefined;
  }

  #remove(row: Row): void {
    this.#alone.delete(row);
    const visitor = row.visitor === undefined ? undefined : this.#visitors.get(row.visitor);
    if (!visitor) return;
    visitor.rows = visitor.rows.filter((each) => each !== row);
    visitor.divided = undefined;
  }

  get timed(): TimedDay {
    this.#timed ??= this.#divide();
    return this.#timed;
  }

  #divide(): TimedDay {
    const visits: Visit[] = [];
    const loose: LooseRow[] = [];
    const foreign: ForeignRow[] = [];
    for (const visitor of this.#visitors.values()) {
      visitor.divided ??= divideVisitor(visitor.rows, this.day);
      for (const visit of visitor.divided.visits) visits.push(visit);
      for (const row of visitor.divided.loose) loose.push(row);
      for (const row of visitor.divided.foreign) foreign.push(row);
    }
    for (const row of this.#alone) {
      loose.push(toLooseRow(row));
      const other = toForeignRow(row, this.day, row.at);
      if (other) foreign.push(other);
    }
    let lastAt = Number.NEGATIVE_INFINITY;
    for (const { at } of this.#rows.values()) if (at > lastAt) lastAt = at;
    return { visits, loose, foreign, lastAt };
  }
}

function divideVisitor(rows: Row[], day: string): Pick<TimedDay, 'visits' | 'loose' | 'foreign'> {
  const { visits, left } = divideRows(sortRows(rows));
  const foreign = visits.flatMap((members) => {
    const startedAt = members[0]?.at ?? 0;
    return members.flatMap((row) => toForeignRow(row, day, startedAt) ?? []);
  });
  return {
    visits: visits.map((members, index) => toVisit(members, index === 0)),
    loose: left.map(toLooseRow),
    foreign,
  };
}
