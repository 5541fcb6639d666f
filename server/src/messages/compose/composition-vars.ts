import { AppError } from '#lib/app-error.ts';
import { allTexts, BUILT_INS, isBuiltIn, isVariableName, type Texts, variablesIn } from '#templates';

const MOST_VARS = 50;
const LONGEST_VALUE = 4_000;

/** Exactly the variables that the texts use and that are not built in: one too few or too many is a slip worth telling. */
export function readVars(
  given: Readonly<Record<string, string | number | boolean>>,
  field: string,
  texts: Texts,
): Record<string, string> {
  const names = Object.keys(given);
  if (names.length > MOST_VARS)
    throw invalid(`\`vars\` has ${names.length} variables; at most ${MOST_VARS} are allowed.`);
  const used = new Set(allTexts(texts).flatMap(([, text]) => variablesIn(text)));
  for (const name of names) requireUseful(name, used, field);
  const missing = [...used].filter((name) => !isBuiltIn(name) && !Object.hasOwn(given, name));
  if (missing.length > 0) {
    const places = missing.map((name) => `{{ ${name} }}`).join(', ');
    throw invalid(
      `\`${field}\` uses ${places}, which ${missing.length === 1 ? 'is' : 'are'} not in \`vars\`. ` +
        `Add a value; only ${BUILT_INS.join(', ')} are known without one.`,
    );
  }
  return Object.fromEntries(names.map((name) => [name, readValue(name, given[name] ?? '')]));
}

function requireUseful(name: string, used: Set<string>, field: string): void {
  const shown = name.slice(0, 70).toWellFormed();
  if (!isVariableName(name)) {
    throw invalid(
      `\`vars\` has "${shown}": a name has up to 64 letters, digits and underscores, and begins with no digit.`,
    );
  }
  if (isBuiltIn(name)) throw invalid(`\`vars.${name}\` is known of every person and cannot be given.`);
  if (!used.has(name))
    throw invalid(`\`vars.${name}\` is not used by \`${field}\`. Take it out, or write {{ ${name} }}.`);
}

function readValue(name: string, value: string | number | boolean): string {
  const text = String(value);
  if (text.length > LONGEST_VALUE) {
    throw invalid(`\`vars.${name}\` has ${text.length} characters; at most ${LONGEST_VALUE} are allowed.`);
  }
  return text;
}

const invalid = (message: string): AppError => new AppError('validation_failed', message);
