import Type, { type Static } from 'typebox';
import { timestamp } from '#lib/timestamp.ts';
import type { ApiKey } from './api-key-store.ts';
import type { IssuedKey } from './create-project.ts';
import { effectiveLimits, LIMIT_NAMES, PLANS } from './plan.ts';
import { PROJECT_STATUSES, type Project } from './project.ts';

const Url = Type.String({ minLength: 1, maxLength: 2048 });
const limitValue = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const named = <T>(value: T) =>
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, value])) as Record<(typeof LIMIT_NAMES)[number], T>;

const LimitsInput = Type.Object(named(Type.Optional(Type.Union([limitValue, Type.Null()]))));
const LookInput = Type.Object({
  display_name: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()])),
  logo_url: Type.Optional(
    Type.Union([Type.String({ maxLength: 2048, pattern: '^https?://[^\\s"<>]+$' }), Type.Null()]),
  ),
  accent_color: Type.Optional(Type.Union([Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }), Type.Null()])),
});

/** What an operator may set at creation and later; at creation name and slug are required. */
export const ProjectFields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  callback_url: Type.Optional(Type.Union([Url, Type.Null()])),
  redirect_uris: Type.Optional(Type.Array(Url, { maxItems: 50 })),
  plan: Type.Optional(Type.Enum([...PLANS])),
  limits: Type.Optional(LimitsInput),
  look: Type.Optional(LookInput),
};

export const ProjectJson = Type.Object({
  project_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  slug: Type.String(),
  callback_url: Type.Union([Type.String(), Type.Null()]),
  redirect_uris: Type.Array(Type.String()),
  plan: Type.Enum([...PLANS]),
  limits: Type.Object(named(Type.Union([Type.Integer(), Type.Null()])), {
    description: "In force: the plan's, or what the operator set for this project.",
  }),
  look: Type.Object({
    display_name: Type.Optional(Type.String()),
    logo_url: Type.Optional(Type.String()),
    accent_color: Type.Optional(Type.String()),
  }),
  status: Type.Enum([...PROJECT_STATUSES]),
  created_at: Type.String({ format: 'date-time' }),
});

export function projectJson(project: Project): Static<typeof ProjectJson> {
  return {
    project_id: project.id,
    name: project.name,
    slug: project.slug,
    callback_url: project.callbackUrl,
    redirect_uris: project.redirectUris,
    plan: project.plan,
    limits: effectiveLimits(project),
    look: project.look,
    status: project.status,
    created_at: timestamp(project.createdAt),
  };
}

const When = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

export const ApiKeyJson = Type.Object({
  key_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters of the key.' }),
  created_at: Type.String({ format: 'date-time' }),
  last_used_at: When,
  revoked_at: When,
});

export function apiKeyJson(key: ApiKey): Static<typeof ApiKeyJson> {
  return {
    key_id: key.id,
    name: key.name,
    prefix: key.prefix,
    created_at: timestamp(key.createdAt),
    last_used_at: key.lastUsedAt && timestamp(key.lastUsedAt),
    revoked_at: key.revokedAt && timestamp(key.revokedAt),
  };
}

export const KeyName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

export const CreatedKeyJson = Type.Object({
  key_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  prefix: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  api_key: Type.String({ description: 'Shown this once.' }),
});

export function createdKeyJson(made: IssuedKey): Static<typeof CreatedKeyJson> {
  const { id, name, prefix, createdAt, key } = made;
  return { key_id: id, name, prefix, created_at: timestamp(createdAt), api_key: key };
}
