import { Ajv, type ErrorObject } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';

const options = { removeAdditional: false, useDefaults: true, allErrors: false, strict: false } as const;
const addFormats = formats.default;

// Bodies are taken as they are; the parts of an address are text by nature and are converted.
const strict = addFormats(new Ajv({ ...options, coerceTypes: false }));
const converting = addFormats(new Ajv({ ...options, coerceTypes: true }));

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? strict : converting).compile(schema);

/** One sentence that names the field, from the first thing that ajv found. */
export function describeValidation(
  errors: (FastifySchemaValidationError | ErrorObject)[],
  context: string | undefined,
): string {
  const error = errors[0];
  if (error === undefined) return 'The request is not valid.';
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const missing = error.keyword === 'required' ? [String(error.params['missingProperty'])] : [];
  const field = [...path, ...missing].join('.');
  if (field === '') return context === 'body' ? 'The body must be a JSON object.' : 'The request is not valid.';
  return `\`${field}\` ${complaint(error)}.`;
}

function complaint(error: FastifySchemaValidationError | ErrorObject): string {
  const limit = error.params['limit'];
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${typeName(error.params['type'])}`;
    case 'enum':
    case 'const':
      return `must be one of ${[error.params['allowedValues'] ?? error.params['allowedValue']].flat().join(', ')}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minItems':
      return `must have at least ${limit} items`;
    case 'maxItems':
      return `must have at most ${limit} items`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'pattern':
      return 'has characters or a form that is not allowed';
    case 'format':
      return `must be a valid ${error.params['format']}`;
    default:
      return error.message ?? 'is not valid';
  }
}

function typeName(type: unknown): string {
  const names = [type]
    .flat()
    .map((name) => (name === 'null' ? 'null' : `${/^[aeiou]/.test(String(name)) ? 'an' : 'a'} ${name}`));
  return names.join(' or ');
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
