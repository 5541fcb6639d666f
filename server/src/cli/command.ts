import type { OperatorApi } from './operator-api.ts';
import type { Paint } from './paint.ts';
import { UsageError } from './usage-error.ts';

/** Where a run reads from and writes to. */
export type Surroundings = {
  env: Readonly<Record<string, string | undefined>>;
  /** Results. */
  write: (text: string) => void;
  /** Refusals and wrong usage. */
  complain: (text: string) => void;
  colour: boolean;
  now: () => Date;
};

export type Option = {
  /** As shown after the flag in the help; without one the flag stands alone. */
  value?: string;
  meaning: string;
  repeatable?: true;
};

/** All values of a repeatable flag, in order; a plain one has one at most. */
export type Flags = Readonly<Record<string, readonly string[] | undefined>>;

/** `json` is the API's own answer; `lines` is what a person reads. */
type Result = { json: unknown; lines: (view: { paint: Paint; now: Date }) => string[] };

export type Command = {
  group: 'projects' | 'keys' | 'login-link';
  /** Undefined where the group is the whole command. */
  name: string | undefined;
  /** Names of what must follow, in order. */
  parameters: readonly string[];
  summary: string;
  options: Readonly<Record<string, Option>>;
  examples: readonly string[];
  run: (api: OperatorApi, input: { parameters: readonly string[]; flags: Flags }) => Promise<Result>;
};

/** As it is typed, before its parameters. */
export function commandWords({ group, name }: Command): string[] {
  return name === undefined ? [group] : [group, name];
}

export function flagValue(flags: Flags, name: string): string | undefined {
  return flags[name]?.at(-1);
}

export function requireFlag(flags: Flags, name: string): string {
  const value = flagValue(flags, name);
  if (value === undefined) throw new UsageError(`--${name} is required.`);
  return value;
}
