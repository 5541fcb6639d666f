/** Accounts, projects and their API keys: who may call, and within which limits. */
export { makeApiKey } from './api-key.ts';
export { auditRoutes } from './audit-routes.ts';
export { type AuditEntry, recordAudit } from './audit-store.ts';
export { createProject } from './create-project.ts';
export { findCaller } from './find-caller.ts';
export { operatorRoutes } from './operator-routes.ts';
export { effectiveLimits, mayExport, PLANS } from './plan.ts';
export type { Project } from './project.ts';
export { projectRoutes } from './project-routes.ts';
export { findProject, findProjectBySlug } from './project-store.ts';
