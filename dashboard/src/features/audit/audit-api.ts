export type AuditEntry = {
  id: string;
  /** `key:` and an id, `account:` and an id, `operator`. */
  actor: string;
  actor_name: string | null;
  /** What happened to what: `webhook.created`. */
  action: string;
  detail: Record<string, unknown>;
  created_at: string;
};

export type AuditPage = { entries: AuditEntry[]; next_cursor: string | null };
