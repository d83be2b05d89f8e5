/** Random numbers that are the same for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** With a mean of 1 and a variance of `1 / shape` (Marsaglia and Tsang). */
  gamma(shape: number): number {
    const scale = shape - 1 / 3;
    for (;;) {
      const normal = this.normal();
      const cube = (1 + normal / Math.sqrt(9 * scale)) ** 3;
      if (cube <= 0) continue;
      const limit = 0.5 * normal * normal + scale - scale * cube + scale * Math.log(cube);
      if (Math.log(1 - this.next()) < limit) return (scale * cube) / shape;
    }
  }

  poisson(mean: number): number {
    if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count += 1;
    return count;
  }
}
