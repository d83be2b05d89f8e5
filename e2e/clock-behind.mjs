// Loaded before a server (NODE_OPTIONS): while the file CLOCK_BEHIND_FILE exists, its clock is CLOCK_BEHIND_MS behind.
import { existsSync } from 'node:fs';

const { CLOCK_BEHIND_FILE: file = '', CLOCK_BEHIND_MS: ms = '0' } = process.env;
const RealDate = Date;
const readTime = RealDate.now.bind(RealDate);
let behindMs = existsSync(file) ? Number(ms) : 0;

const now = () => readTime() - behindMs;

/** A proxy, so that dates of Node.js are instances of it, too. */
const ShiftedDate = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(
      target,
      given.length === 0 ? [now()] : given,
      newTarget === ShiftedDate ? target : newTarget,
    ),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

if (behindMs > 0) {
  globalThis.Date = ShiftedDate;
  const timer = setInterval(() => {
    if (existsSync(file)) return;
    behindMs = 0;
    globalThis.Date = RealDate;
    clearInterval(timer);
  }, 50);
  timer.unref();
}
