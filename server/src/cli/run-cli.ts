import { parseArgs } from 'node:util';
import { ConfigError } from '#config';
import { printable } from './columns.ts';
import { type Command, commandWords, type Flags, type Surroundings } from './command.ts';
import { findServer } from './find-server.ts';
import { commandHelp, GLOBAL_OPTIONS, generalHelp, groupHelp } from './help.ts';
import { KEY_COMMANDS } from './key-commands.ts';
import { LOGIN_LINK_COMMAND } from './login-link-command.ts';
import { ApiRefusal, connectOperatorApi, NoAnswer } from './operator-api.ts';
import { type Paint, painter } from './paint.ts';
import { PROJECT_COMMANDS } from './project-commands.ts';
import { UsageError } from './usage-error.ts';

const COMMANDS: readonly Command[] = [...PROJECT_COMMANDS, ...KEY_COMMANDS, LOGIN_LINK_COMMAND];

const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;

/** Runs one command line; answers the exit code. */
export async function runCli(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const paint = painter(surroundings.colour);
  const print = (lines: readonly string[]) => surroundings.write(`${lines.join('\n')}\n`);
  const { group, name, wantsHelp, wantsJson } = glance(args);
  try {
    if (group === undefined) {
      print(generalHelp(COMMANDS, paint));
      return DONE;
    }
    const command = findCommand(group, name);
    if (wantsHelp) {
      print(helpOn(group, name, command, paint));
      return DONE;
    }
    if (command === undefined) throw unknownCommand(group, name);
    const { parameters, flags } = readArguments(command, args);
    const api = connectOperatorApi(findServer(surroundings.env, flags['url']?.at(-1)));
    const { json, lines } = await command.run(api, { parameters, flags });
    if (!wantsJson) print(lines({ paint, now: surroundings.now() }));
    else if (json !== undefined) print([JSON.stringify(json, null, 2)]);
    return DONE;
  } catch (error) {
    return complainAbout(error, wantsJson, surroundings.complain);
  }
}

/** What is asked for, before the options of a command are known. */
function glance(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], options: optionTypes(GLOBAL_OPTIONS), strict: false });
  const [first, ...rest] = positionals;
  const words = first === 'help' ? rest : positionals;
  return {
    group: words[0],
    name: words[1],
    wantsHelp: values['help'] === true || first === 'help',
    wantsJson: values['json'] === true,
  };
}

/** What follows a command that is one word are its parameters, not its name. */
function findCommand(group: string, name: string | undefined): Command | undefined {
  return COMMANDS.find((one) => one.group === group && (one.name === undefined || one.name === name));
}

function readArguments(command: Command, args: readonly string[]): { parameters: string[]; flags: Flags } {
  const options = optionTypes({ ...command.options, ...GLOBAL_OPTIONS });
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0]);
  }
  const words = commandWords(command);
  const parameters = parsed.positionals.slice(words.length);
  if (parameters.length !== command.parameters.length || parameters.includes('')) {
    const wanted = [...words, ...command.parameters].join(' ');
    throw new UsageError(`Wrong number of arguments. Usage: ${wanted}`);
  }
  const repeats: readonly [string, string[]][] = Object.entries(parsed.values).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, value]] : [],
  );
  for (const [name, values] of repeats) {
    if (values.length > 1 && command.options[name]?.repeatable !== true)
      throw new UsageError(`--${name} is given twice.`);
  }
  return { parameters, flags: Object.fromEntries(repeats) };
}

/** Values are collected as lists throughout, so that a flag given twice is noticed. */
function optionTypes(options: Command['options']) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [
      name,
      value === undefined
        ? { type: 'boolean' as const, ...(name === 'help' ? { short: 'h' } : {}) }
        : { type: 'string' as const, multiple: true },
    ]),
  );
}

function helpOn(group: string, name: string | undefined, command: Command | undefined, paint: Paint): string[] {
  if (command !== undefined) return commandHelp(command, paint);
  const known = COMMANDS.some((one) => one.group === group);
  if (!known || name !== undefined) throw unknownCommand(group, name);
  return groupHelp(COMMANDS, group, paint);
}

function unknownCommand(group: string, name: string | undefined): UsageError {
  const names = COMMANDS.filter((one) => one.group === group).map((one) => one.name);
  if (names.length === 0)
    return new UsageError(`There is no command "${group}": there are projects, keys and login-link.`);
  const what = name === undefined ? `"${group}" needs a command` : `There is no command "${group} ${name}"`;
  return new UsageError(`${what}: ${names.join(', ')}.`);
}

function complainAbout(error: unknown, asJson: boolean, complain: (text: string) => void): number {
  if (error instanceof ApiRefusal) {
    const { envelope } = error;
    complain(
      asJson
        ? `${JSON.stringify(envelope, null, 2)}\n`
        : `${printable(envelope.error)} (${printable(envelope.code)})\n`,
    );
    return REFUSED;
  }
  if (error instanceof NoAnswer) {
    complain(`${error.message}\n`);
    return REFUSED;
  }
  if (error instanceof UsageError) complain(`${error.message}\nHelp: npm run bellhop -- --help\n`);
  else if (error instanceof ConfigError) complain(`${error.message}\n`);
  else throw error;
  return WRONG_USAGE;
}
