import { type Filled, type Format, fillMarkup } from '#messengers';
import { splitVariables, variablesIn } from './variables.ts';

export type RenderedText =
  | Extract<Filled, { ok: true }>
  | { ok: false; missing: string[] }
  | { ok: false; problem: string };

/** Values appear as they are, whatever the format would make of them. */
export function renderText(text: string, format: Format, variables: Readonly<Record<string, string>>): RenderedText {
  const find = (name: string) => (Object.hasOwn(variables, name) ? (variables[name] ?? null) : null);
  const missing = variablesIn(text).filter((name) => find(name) === null);
  return missing.length > 0 ? { ok: false, missing } : fillMarkup(splitVariables(text, find), format);
}

/** What is wrong with the markup whatever its variables hold; undefined where nothing is. */
export function problemOfMarkup(text: string, format: Format): string | undefined {
  const filled = fillMarkup(
    splitVariables(text, () => null),
    format,
  );
  return filled.ok ? undefined : filled.problem;
}
