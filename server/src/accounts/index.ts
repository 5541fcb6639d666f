/** People who manage projects: how they sign in to the dashboard, in which browsers, and what they are in a project. */
export type { AccountsOptions } from './accounts-options.ts';
export { BrowserSessions } from './browser-sessions.ts';
export { dashboardApi } from './dashboard-api-routes.ts';
export { DASHBOARD_PROJECT_ID, ensureDashboardProject } from './dashboard-project.ts';
export { forgetOldSignIns } from './forget-old-sign-ins.ts';
export { loginLinkRoutes } from './login-link-routes.ts';
export { makeSetUpLink } from './make-operator-link.ts';
export { dashboardPages } from './page/dashboard-page-routes.ts';
export { signInPages } from './page/sign-in-routes.ts';
