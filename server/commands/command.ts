import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';

/** The environment that every command receives from `cli.ts`. */
export interface CommandEnvironment {
  config: Config;
  /** Writes a line of the command's result to standard output. */
  print: (line: string) => void;
  /** Writes a progress line to standard error. */
  log: (line: string) => void;
  /** Asks the operator. Undefined without a terminal. */
  ask?: ((question: string) => Promise<string>) | undefined;
}

export interface CommandCall<Name extends string, Flag extends string = never> extends CommandEnvironment {
  options: Partial<Record<Name, string>>;
  flags: ReadonlySet<Flag>;
  /** The option's value. Throws when it is missing. */
  requireOption: (name: Name) => string;
  /** Whether the operator answers the question with yes. Throws without a terminal. */
  confirm: (question: string) => Promise<boolean>;
}

export interface Command {
  /** The command line, such as `company create --name NAME`. */
  usage: string;
  summary: string;
  run: (args: string[], environment: CommandEnvironment) => Promise<void>;
}

interface CommandDefinition<Name extends string, Flag extends string> {
  usage: string;
  summary: string;
  options: readonly Name[];
  /** Options without a value. */
  flags?: readonly Flag[];
  /** The option that may also be given without its name, as `EMAIL` in `admin grant EMAIL`. */
  positional?: Name;
  run: (call: CommandCall<Name, Flag>) => Promise<void>;
}

/** Creates a command that parses its options. Its `run` throws for an unknown or surplus argument and names it. */
export function defineCommand<Name extends string, Flag extends string = never>(
  definition: CommandDefinition<Name, Flag>,
): Command {
  const { usage, summary, options, flags = [], positional, run } = definition;
  return {
    usage,
    summary,
    run: async (args, environment) => {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: positional !== undefined,
        options: Object.fromEntries<{ type: 'string' | 'boolean' }>([
          ...options.map((name) => [name, { type: 'string' }] as const),
          ...flags.map((name) => [name, { type: 'boolean' }] as const),
        ]),
      });
      const given: Partial<Record<Name, string>> = {};
      for (const name of options) {
        const value = values[name] ?? (name === positional ? positionals.shift() : undefined);
        if (typeof value === 'string' && value.trim() !== '') given[name] = value;
      }
      if (positionals.length > 0)
        throw new Error(`Unexpected argument: ${positionals[0]}\n\nUsage: npm run cli -- ${usage}`);
      const requireOption = (name: Name): string => {
        const value = given[name];
        if (value === undefined)
          throw new Error(
            `${name === positional ? name.toUpperCase() : `--${name}`} is required\n\nUsage: npm run cli -- ${usage}`,
          );
        return value;
      };
      const givenFlags = new Set(flags.filter((name) => values[name] === true));
      const confirm = async (question: string) => {
        if (!environment.ask) throw new Error('There is no terminal to ask on. Add --yes to confirm.');
        return /^y(es)?$/i.test((await environment.ask(`${question} [y/N] `)).trim());
      };
      await run({ ...environment, options: given, flags: givenFlags, requireOption, confirm });
    },
  };
}
