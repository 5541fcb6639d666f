/** What stands in the fields that were touched; an empty text is an emptied field. */
export type LimitFields = Record<string, number | string>;

/** Of the limits in force, those that were changed: null takes one back to what the plan gives. */
export function changedLimits(
  inForce: Record<string, number | null>,
  typed: LimitFields,
): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => {
      const wish = value === '' ? null : Number(value);
      return wish === inForce[name] ? [] : [[name, wish]];
    }),
  );
}
