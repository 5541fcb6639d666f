import Type from 'typebox';
import { AppError } from '#lib/app-error.ts';

/** Of each kind, in a project. */
export const MOST_MARKS = 20;

/** Names of tags and permissions: letters of any script, with what is written on them, digits, - and _. */
export const MarkName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^(?:\\p{L}\\p{M}*|\\p{Nd}|[_-])+$',
  description: 'Letters, digits, `-` and `_`.',
});

export function unknownMark(field: string, name: string, kind: 'tag' | 'permission'): AppError {
  const shown = name.slice(0, 100).toWellFormed();
  return new AppError('validation_failed', `\`${field}\` has "${shown}", which is no ${kind} of this project.`);
}

export function tooManyMarks(kinds: 'tags' | 'permissions'): AppError {
  return new AppError('conflict', `A project has at most ${MOST_MARKS} ${kinds}. Delete one first.`);
}

export function nameTaken(kind: 'tag' | 'permission', name: string): AppError {
  return new AppError('conflict', `There is a ${kind} "${name}" already.`);
}

export function markNotFound(kind: 'tag' | 'permission'): AppError {
  return new AppError('not_found', `This project has no such ${kind}.`);
}
