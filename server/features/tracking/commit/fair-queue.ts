interface Entry<Value> {
  value: Value;
  weight: number;
}

interface Lane<Value> {
  key: string;
  entries: Entry<Value>[];
  /** Index of the first queued entry. Dequeued entries before it are removed in batches. */
  head: number;
  weight: number;
  /** The weight that the lane may still dequeue in its turn. */
  credit: number;
}

/** The weight that a lane may dequeue before the next lane's turn. */
const turnWeight = 10;
const dequeuedMax = 1_024;

/**
 * A queue with a lane for each key. A lane is first in, first out; lanes alternate by weight (deficit round robin).
 * A key with few queued values is served soon, however many values other keys have queued.
 */
export class FairQueue<Value> {
  readonly #lanes = new Map<string, Lane<Value>>();
  /** Lanes in the order of their turns; the first one is next. */
  #turns: Lane<Value>[] = [];
  #weight = 0;

  get size(): number {
    return this.#weight;
  }

  sizeOf(key: string): number {
    return this.#lanes.get(key)?.weight ?? 0;
  }

  push(key: string, value: Value, weight: number): void {
    let lane = this.#lanes.get(key);
    if (!lane) {
      lane = { key, entries: [], head: 0, weight: 0, credit: 0 };
      this.#lanes.set(key, lane);
      this.#turns.push(lane);
    }
    lane.entries.push({ value, weight });
    this.#add(lane, weight);
  }

  /** Removes and returns values of at most this total weight. A value that is heavier is returned alone. */
  dequeue(weightMax: number): Value[] {
    const dequeued: Value[] = [];
    let weight = 0;
    for (let lane = this.#turns[0]; lane; lane = this.#turns[0]) {
      lane.credit += turnWeight;
      for (let next = first(lane); next && next.weight <= lane.credit; next = first(lane)) {
        if (dequeued.length > 0 && weight + next.weight > weightMax) {
          // It is first in the next batch, with the same credit.
          lane.credit -= turnWeight;
          return dequeued;
        }
        dequeued.push(next.value);
        weight += next.weight;
        lane.credit -= next.weight;
        this.#shift(lane, next.weight);
      }
      this.#turns.shift();
      if (first(lane)) this.#turns.push(lane);
      else this.#lanes.delete(lane.key);
    }
    return dequeued;
  }

  /** Removes and returns the newest value of the heaviest lane, if that lane is heavier than `moreThan`. */
  dropFromLongest(moreThan: number): Value | undefined {
    let longest: Lane<Value> | undefined;
    for (const lane of this.#turns) if (lane.weight > (longest?.weight ?? moreThan)) longest = lane;
    const last = longest?.entries.pop();
    if (!longest || !last) return undefined;
    this.#add(longest, -last.weight);
    if (!first(longest)) this.#remove(longest);
    return last.value;
  }

  /** Removes and returns the oldest values of every lane, up to the first that does not match. */
  dropWhile(matches: (value: Value) => boolean): Value[] {
    const dropped: Value[] = [];
    for (const lane of [...this.#turns]) {
      for (let next = first(lane); next && matches(next.value); next = first(lane)) {
        dropped.push(next.value);
        this.#shift(lane, next.weight);
      }
      if (!first(lane)) this.#remove(lane);
    }
    return dropped;
  }

  #shift(lane: Lane<Value>, weight: number): void {
    lane.head += 1;
    this.#add(lane, -weight);
    if (lane.head < dequeuedMax) return;
    lane.entries.splice(0, lane.head);
    lane.head = 0;
  }

  #add(lane: Lane<Value>, weight: number): void {
    lane.weight += weight;
    this.#weight += weight;
  }

  #remove(lane: Lane<Value>): void {
    this.#lanes.delete(lane.key);
    this.#turns = this.#turns.filter((each) => each !== lane);
  }
}

function first<Value>(lane: Lane<Value>): Entry<Value> | undefined {
  return lane.entries[lane.head];
}
