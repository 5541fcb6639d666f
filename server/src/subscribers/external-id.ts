import { AppError } from '#lib/app-error.ts';

const EXTERNAL_ID = /^\P{Cc}{1,128}$/u;

/** The project's own id of a person. */
export function requireExternalId(text: string): string {
  if (EXTERNAL_ID.test(text)) return text;
  throw new AppError(
    'invalid_external_id',
    '`external_id` must have 1 to 128 characters, none of them a control character.',
  );
}
