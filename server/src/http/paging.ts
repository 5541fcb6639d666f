import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { AppError } from '#lib/app-error.ts';

/** Query parameters of every list. */
export const PageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'How many to return.' }),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'next_cursor of the page before.' })),
});
export type PageQuery = Static<typeof PageQuery>;

const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Pass it as cursor to get the next page; null on the last.',
});

/** Cursors are the sort key of the last row shown; opaque to callers, checked when they come back. */
function encodeCursor(key: string): string {
  return Buffer.from(key).toString('base64url');
}

export function decodeCursor(cursor: string | undefined, isKey: (key: string) => boolean): string | undefined {
  if (cursor === undefined) return undefined;
  const key = Buffer.from(cursor, 'base64url').toString();
  if (encodeCursor(key) === cursor && isKey(key)) return key;
  throw new AppError('validation_failed', '`cursor` is not one that this list gave out.');
}

/** Rows were read one past the limit: the extra one only says that there is a next page. */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => string,
): { items: Row[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null };
}

export function pageSchema<Name extends string, Item extends TSchema>(name: Name, item: Item) {
  return Type.Object({ [name]: Type.Array(item), next_cursor: NextCursor } as {
    [K in Name]: ReturnType<typeof Type.Array<Item>>;
  } & {
    next_cursor: typeof NextCursor;
  }) as TObject<{ [K in Name]: ReturnType<typeof Type.Array<Item>> } & { next_cursor: typeof NextCursor }>;
}
