// Writes the errors that belong to no test, such as a file that does not load, a worker that crashes or does not start,
// or a promise rejected between tests. Vitest’s JSON report leaves most of them out.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @param {{ message: string, stack?: string, cause?: unknown }} error */
function describeError({ message, stack, cause }) {
  const own = stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`;
  const causedBy = /** @type {{ message?: string } | undefined} */ (cause)?.message;
  return causedBy ? `${own.trim()}\ncaused by: ${causedBy}` : own.trim();
}

/** The environment variable with the file for the errors, a JSON list of texts. */
export const errorsFileVariable = 'TEST_ERRORS_FILE';

// biome-ignore lint/style/noDefaultExport: Vitest requires one
export default class ErrorsReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { message: string, stack?: string, cause?: unknown }[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const ofModules = modules.flatMap((module) => {
      const file = relative(process.cwd(), module.moduleId);
      const isWaiting = module.state() === 'queued' || module.state() === 'pending';
      // The file of a worker that crashed or did not start.
      const unfinished = isWaiting ? [`${file} was not run to its end`] : [];
      return [...unfinished, ...module.errors().map((error) => `${file}: ${describeError(error)}`)];
    });
    const file = process.env[errorsFileVariable];
    if (file) writeFileSync(file, JSON.stringify([...ofModules, ...unhandled.map(describeError)]));
  }
}
