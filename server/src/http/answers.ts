import Type, { type TSchema } from 'typebox';
import type { ErrorCode } from '#lib/app-error.ts';
import { ERROR_CODES } from './error-codes.ts';

export const ErrorEnvelope = Type.Object(
  {
    error: Type.String({ description: 'What went wrong, for people.' }),
    code: Type.Enum(Object.keys(ERROR_CODES), { description: 'Stable identifier, for programs.' }),
    retryable: Type.Boolean({ description: 'Whether the same request may succeed later.' }),
    docs_url: Type.String({ format: 'uri', description: 'The description of this code.' }),
  },
  { $id: 'Error' },
);

/** Every route under /v1 can end so; a route adds what is its own. */
const ALWAYS: ErrorCode[] = [
  'validation_failed',
  'unauthorized',
  'invalid_api_key',
  'internal_error',
  'service_unavailable',
];
export const PROJECT_ERRORS: ErrorCode[] = [...ALWAYS, 'project_inactive', 'rate_limit_project'];
export const OPERATOR_ERRORS: ErrorCode[] = ALWAYS;

/** The `response` part of a route's schema: its success, and the envelope for each status it can refuse with. */
export function answers<Success extends Record<number, TSchema>>(
  success: Success,
  codes: ErrorCode[],
): Success & Record<number, TSchema> {
  const byStatus = Map.groupBy(codes, (code) => ERROR_CODES[code].status);
  const errors = [...byStatus].map(([status, group]) => [
    status,
    Type.Ref('Error', { description: group.map((code) => `\`${code}\``).join(', ') }),
  ]);
  return { ...success, ...Object.fromEntries(errors) };
}

export const NoContent = Type.Null({ description: 'Done; there is nothing to say.' });
