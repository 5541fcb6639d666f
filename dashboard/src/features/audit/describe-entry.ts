import type { Plan, Role } from '#api/me.ts';
import type { AuditEntry } from './audit-api.ts';

/** What a text may say of an entry, in words already. */
export type Told = {
  name: string;
  to: string;
  key: string;
  role: string;
  roleBefore: string;
  fields: string;
  total: number;
  person: string;
};

type Words = {
  actions: Record<string, (told: Told) => string>;
  fields: Record<string, string>;
  changes: { on: string; off: string; plan: (plan: string) => string; credits: (n: number) => string };
  somebody: string;
};

type Names = { roles: Record<Role, string>; plans: Record<Plan, string> };

/** A sentence; an action without words is shown by its name. `people` are names by account id. */
export function describeEntry(
  words: Words,
  names: Names,
  people: ReadonlyMap<string, string>,
  { action, detail }: Pick<AuditEntry, 'action' | 'detail'>,
): string {
  const tell = Object.hasOwn(words.actions, action) ? words.actions[action] : undefined;
  if (tell === undefined) return action;
  const text = (name: string) => String(detail[name] ?? '');
  const role = (name: string) => names.roles[text(name) as Role] ?? text(name);
  return tell({
    ...{ name: text('name'), to: text('to'), key: text('key') },
    ...{ role: role('role').toLowerCase(), roleBefore: role('role_before').toLowerCase() },
    fields: describeFields(words, names, detail),
    total: Number(detail['total'] ?? 0),
    person: people.get(text('account_id')) ?? words.somebody,
  });
}

/** "callback URL, plan Basic": those that the trail tells in full with their value. */
function describeFields({ fields: known, changes }: Words, { plans }: Names, detail: Record<string, unknown>): string {
  const { fields, status, plan, add_credits } = detail as { [Field in keyof typeof detail]: unknown };
  const named = Array.isArray(fields) ? fields.map(String) : [];
  return named
    .map((field) => {
      if (field === 'status' && status === 'active') return changes.on;
      if (field === 'status' && (status === 'inactive' || status === 'disabled')) return changes.off;
      if (field === 'plan' && plan !== undefined) return changes.plan(plans[plan as Plan] ?? String(plan));
      if (field === 'add_credits' && typeof add_credits === 'number') return changes.credits(add_credits);
      return known[field] ?? field;
    })
    .join(', ');
}
