import { alignColumns } from './columns.ts';
import { type Command, commandWords, type Option } from './command.ts';
import type { Paint } from './paint.ts';

const RUN = 'npm run bellhop --';

export const GLOBAL_OPTIONS = {
  json: { meaning: "print the API's JSON and nothing else" },
  url: { value: 'address', meaning: 'of the server; else BASE_URL, else http://localhost:$PORT' },
  help: { meaning: 'this help, or that of a group or command (-h)' },
} as const satisfies Record<string, Option>;

export function generalHelp(commands: readonly Command[], paint: Paint): string[] {
  return [
    'Bellhop from the command line: projects, their plans and limits, their API keys; a way in when you are locked out.',
    '',
    ...usage('<group> <command> [options]', paint),
    ...section('Projects and plans', alignColumns(commandRows(commands, 'projects')), paint),
    ...section('API keys', alignColumns(commandRows(commands, 'keys')), paint),
    ...section('Signing in to the dashboard', alignColumns(commandRows(commands, 'login-link')), paint),
    ...section('Options of every command', alignColumns(optionRows(GLOBAL_OPTIONS)), paint),
    ...section(
      'Examples',
      [
        `${RUN} projects create --name "My shop" --slug my-shop --plan basic`,
        `${RUN} projects plan my-shop unlimited`,
        `${RUN} keys create my-shop --name "Billing server"`,
        'npm run --silent bellhop -- projects list --json    (--silent: without the lines that npm adds)',
      ],
      paint,
    ),
    '',
    'The operator token is ADMIN_TOKEN, or the one that the server keeps in DATA_DIR; a .env file is read.',
    'Exit codes: 0 done, 1 refused by the server or no answer, 2 wrong usage.',
  ];
}

export function groupHelp(commands: readonly Command[], group: string, paint: Paint): string[] {
  const own = commands.filter((command) => command.group === group);
  return [
    ...usage(`${group} <command> [options]`, paint),
    ...section('Commands', alignColumns(commandRows(commands, group)), paint),
    ...section(
      'Examples',
      own.flatMap(({ examples }) => examples.map((example) => `${RUN} ${example}`)),
      paint,
    ),
    '',
    `The options of a command: ${RUN} ${group} <command> --help`,
  ];
}

export function commandHelp(command: Command, paint: Paint): string[] {
  const words = commandWords(command);
  const options = { ...command.options, ...GLOBAL_OPTIONS };
  return [
    `${words.join(' ')}: ${command.summary}.`,
    '',
    ...usage(`${[...words, ...command.parameters].join(' ')} [options]`, paint),
    ...section('Options', alignColumns(optionRows(options)), paint),
    ...section(
      'Examples',
      command.examples.map((example) => `${RUN} ${example}`),
      paint,
    ),
  ];
}

function usage(words: string, paint: Paint): string[] {
  return [`${paint('bold', 'Usage:')} ${RUN} ${words}`];
}

function section(title: string, lines: readonly string[], paint: Paint): string[] {
  return ['', paint('bold', title), ...lines.map((line) => `  ${line}`)];
}

function commandRows(commands: readonly Command[], group: string): string[][] {
  return commands
    .filter((command) => command.group === group)
    .map((command) => [[...commandWords(command), ...command.parameters].join(' '), command.summary]);
}

function optionRows(options: Readonly<Record<string, Option>>): string[][] {
  return Object.entries(options).map(([name, { value, meaning, repeatable }]) => [
    `--${name}${value === undefined ? '' : ` <${value}>`}`,
    repeatable ? `${meaning} (repeatable)` : meaning,
  ]);
}
