import type { Database, Transaction } from '#db';
import { unknownMark } from './mark-name.ts';
import { findPermissions } from './permission-store.ts';
import { tagNames } from './tag-store.ts';

/** Each once, in the order given. */
export async function requireKnownTags(
  database: Database | Transaction,
  projectId: string,
  names: string[],
  field = 'tags',
): Promise<string[]> {
  if (names.length === 0) return [];
  return knownOf(await tagNames(database, projectId), names, (name) => unknownMark(field, name, 'tag'));
}

export async function requireKnownPermissions(
  database: Database | Transaction,
  projectId: string,
  names: string[],
  field = 'permissions',
): Promise<string[]> {
  if (names.length === 0) return [];
  const known = (await findPermissions(database, projectId)).map(({ name }) => name);
  return knownOf(known, names, (name) => unknownMark(field, name, 'permission'));
}

export async function requireKnownPermission(
  database: Database | Transaction,
  projectId: string,
  name: string,
  field = 'permission',
): Promise<string> {
  await requireKnownPermissions(database, projectId, [name], field);
  return name;
}

function knownOf(known: string[], names: string[], refusal: (name: string) => Error): string[] {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw refusal(unknown);
  return [...new Set(names)];
}
