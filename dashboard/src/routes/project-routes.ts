/** Pages of a project that stand alone; those with panels have files of their own. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { projectRoute } from './root.tsx';

/** The bare address of a project. */
export const projectStartRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/p/$slug/overview', params, replace: true });
  },
});

export const overviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'overview',
  component: lazyRouteComponent(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
});

export const loginRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'login',
  component: lazyRouteComponent(() => import('../features/login/login-page.tsx'), 'LoginPage'),
});

export const templatesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'templates',
  component: lazyRouteComponent(() => import('../features/templates/templates-page.tsx'), 'TemplatesPage'),
});

export const tagsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'tags',
  component: lazyRouteComponent(() => import('../features/tags/tags-page.tsx'), 'TagsPage'),
});

export const permissionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'permissions',
  component: lazyRouteComponent(() => import('../features/permissions/permissions-page.tsx'), 'PermissionsPage'),
});

export const keysRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'keys',
  component: lazyRouteComponent(() => import('../features/keys/keys-page.tsx'), 'KeysPage'),
});

export const teamRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'team',
  component: lazyRouteComponent(() => import('../features/team/team-page.tsx'), 'TeamPage'),
});

export const usageRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'usage',
  component: lazyRouteComponent(() => import('../features/usage/usage-page.tsx'), 'UsagePage'),
});

export const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
});

export const auditRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'audit',
  component: lazyRouteComponent(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
});

export const recentLoginsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'login/recent',
  component: lazyRouteComponent(() => import('../features/login/recent-logins-page.tsx'), 'RecentLoginsPage'),
});

export const newTemplateRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'templates/new',
  component: lazyRouteComponent(() => import('../features/templates/template-pages.tsx'), 'NewTemplatePage'),
});

export const templateRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'templates/edit/$templateKey',
  component: lazyRouteComponent(() => import('../features/templates/template-pages.tsx'), 'TemplatePage'),
});
