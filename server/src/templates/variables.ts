import type { TextPart } from '#messengers';

const NAME = '[A-Za-z_][A-Za-z0-9_]*';
/** Anything else between braces stays as it is written. */
const variable = new RegExp(`\\{\\{[ \\t]*(${NAME})[ \\t]*\\}\\}`, 'g');
const wholeName = new RegExp(`^${NAME}$`);

/** Known of every person, and so never given. */
export const BUILT_INS = ['first_name', 'username', 'subscriber_id', 'lang'] as const;

export const isVariableName = (text: string): boolean => text.length <= 64 && wholeName.test(text);
export const isBuiltIn = (name: string): boolean => (BUILT_INS as readonly string[]).includes(name);

/** Each name once, in the order of their first use. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([, name = '']) => name))];
}

/** The text as written and its variables, in turn. */
export function splitVariables(text: string, find: (name: string) => string | null): TextPart[] {
  // A split by a pattern with one group alternates between what is around the matches and the group.
  return text.split(variable).map((part, index) => (index % 2 === 0 ? part : { fill: find(part) }));
}
