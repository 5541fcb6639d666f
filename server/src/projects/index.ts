/** Accounts, projects and their API keys: who may call, and within which limits. */
export { makeApiKey } from './api-key.ts';
export { listApiKeys, revokeApiKey } from './api-key-store.ts';
export { auditRoutes } from './audit-routes.ts';
export { type AuditEntry, recordAudit } from './audit-store.ts';
export { changeProject, projectNotFound } from './change-project.ts';
export { createProject, issueApiKey } from './create-project.ts';
export { findCaller } from './find-caller.ts';
export { operatorRoutes } from './operator-routes.ts';
export { effectiveLimits, mayExport, PLANS } from './plan.ts';
export type { Project } from './project.ts';
export { SLUG_PATTERN } from './project.ts';
export {
  ApiKeyJson,
  apiKeyJson,
  CreatedKeyJson,
  createdKeyJson,
  KeyName,
  ProjectFields,
  ProjectJson,
  projectJson,
} from './project-json.ts';
export { projectRoutes } from './project-routes.ts';
export { findProject, findProjectBySlug, insertProject, lockProject } from './project-store.ts';
