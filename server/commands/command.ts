import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';

/** What every command is given by the terminal it runs in. */
export interface Terminal {
  config: Config;
  /** What the command has to say. */
  print: (line: string) => void;
  /** What happens on the way; not part of the answer. */
  log: (line: string) => void;
}

export interface Call<Name extends string, Flag extends string = never> extends Terminal {
  options: Partial<Record<Name, string>>;
  flags: ReadonlySet<Flag>;
  /** The option's value; throws when it was left out. */
  need: (name: Name) => string;
}

export interface Command {
  /** As it is typed, such as `company create --name NAME`. */
  usage: string;
  does: string;
  run: (args: string[], terminal: Terminal) => Promise<void>;
}

interface Definition<Name extends string, Flag extends string> {
  usage: string;
  does: string;
  options: readonly Name[];
  /** Options without a value. */
  flags?: readonly Flag[];
  /** The option that may be given as a bare word, without its name. */
  word?: Name;
  run: (call: Call<Name, Flag>) => Promise<void>;
}

/** A command and its options. An unknown one, or one too many, is refused by name. */
export function defineCommand<Name extends string, Flag extends string = never>(
  definition: Definition<Name, Flag>,
): Command {
  const { usage, does, options, flags = [], word, run } = definition;
  return {
    usage,
    does,
    run: async (args, terminal) => {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: word !== undefined,
        options: Object.fromEntries<{ type: 'string' | 'boolean' }>([
          ...options.map((name) => [name, { type: 'string' }] as const),
          ...flags.map((name) => [name, { type: 'boolean' }] as const),
        ]),
      });
      const given: Partial<Record<Name, string>> = {};
      for (const name of options) {
        const value = values[name] ?? (name === word ? positionals.shift() : undefined);
        if (typeof value === 'string' && value.trim() !== '') given[name] = value;
      }
      if (positionals.length > 0)
        throw new Error(`${positionals[0]} is too much\n\nUsage: npm run cli -- ${usage}`);
      const need = (name: Name): string => {
        const value = given[name];
        if (value === undefined)
          throw new Error(
            `${name === word ? name.toUpperCase() : `--${name}`} is needed\n\nUsage: npm run cli -- ${usage}`,
          );
        return value;
      };
      const set = new Set(flags.filter((name) => values[name] === true));
      await run({ ...terminal, options: given, flags: set, need });
    },
  };
}
