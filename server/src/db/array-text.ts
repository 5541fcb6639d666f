type ArrayElement = string | number | null;

/**
 * An array as PostgreSQL writes it, to be given as one parameter: `{1,2}`, `{"a","b"}`. For hot statements: the driver
 * takes five times as long for an array of a few hundred elements.
 */
export function arrayText<Item>(items: readonly Item[], elementOf: (item: Item) => ArrayElement): string {
  let text = '{';
  for (const item of items) {
    const element = elementOf(item);
    if (text.length > 1) text += ',';
    if (element === null) text += 'NULL';
    else if (typeof element === 'number') text += element;
    else text += `"${SPECIAL.test(element) ? element.replaceAll(/["\\]/g, '\\$&') : element}"`;
  }
  return `${text}}`;
}

/**
 * The same for elements that are never null and often all alike: then one of them stands for all. `unnest` fills a short
 * array up with nulls, so a statement reads them as `coalesce(o.name, (${names}::text[])[1])`.
 */
export function shortArrayText<Item>(items: readonly Item[], elementOf: (item: Item) => string | number): string {
  const [first] = items;
  if (first === undefined) return '{}';
  const element = elementOf(first);
  return items.every((item) => elementOf(item) === element)
    ? arrayText([first], elementOf)
    : arrayText(items, elementOf);
}

const SPECIAL = /["\\]/;
