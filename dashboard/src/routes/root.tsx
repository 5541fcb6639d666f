import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Frame } from '#shell/frame.tsx';
import { ProjectFrame } from '#shell/project-frame.tsx';
import { validateSearch } from '../search-params.ts';

export const rootRoute = createRootRoute({ component: Frame, validateSearch });

/** Everything of one project. */
export const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/p/$slug',
  component: ProjectFrame,
});

export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../features/projects/start-page.tsx'), 'StartPage'),
});

export const projectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  component: lazyRouteComponent(() => import('../features/projects/projects-page.tsx'), 'ProjectsPage'),
});

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/account/account-page.tsx'), 'AccountPage'),
});

export const operatorProjectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operator/projects',
  component: lazyRouteComponent(() => import('../features/operator/all-projects-page.tsx'), 'AllProjectsPage'),
});

export const operatorBotsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operator/bots',
  component: lazyRouteComponent(() => import('../features/operator/bots-page.tsx'), 'BotsPage'),
});

export const operatorProjectRoute = createRoute({
  getParentRoute: () => operatorProjectsRoute,
  path: '$projectId',
  component: lazyRouteComponent(() => import('../features/operator/project-panel.tsx'), 'ProjectPanel'),
});
