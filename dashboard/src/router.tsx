import { createRouter } from '@tanstack/react-router';
import { LoadingPage, MissingPage, PageError } from '#shell/page-states.tsx';
import * as messages from './routes/message-routes.ts';
import * as project from './routes/project-routes.ts';
import * as root from './routes/root.tsx';
import * as webhooks from './routes/webhook-routes.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

const routeTree = root.rootRoute.addChildren([
  root.startRoute,
  root.projectsRoute,
  root.accountRoute,
  root.operatorProjectsRoute.addChildren([root.operatorProjectRoute]),
  root.operatorBotsRoute,
  root.projectRoute.addChildren([
    project.projectStartRoute,
    project.overviewRoute,
    project.loginRoute,
    project.recentLoginsRoute,
    webhooks.endpointsRoute.addChildren([webhooks.endpointRoute]),
    webhooks.deliveriesRoute.addChildren([webhooks.deliveryRoute]),
    webhooks.verifyRoute,
    messages.messagesRoute.addChildren([messages.messageRoute]),
    messages.newMessageRoute,
    messages.broadcastsRoute.addChildren([messages.broadcastRoute]),
    messages.newBroadcastRoute,
    messages.subscribersRoute.addChildren([messages.subscriberRoute]),
    project.templatesRoute,
    project.newTemplateRoute,
    project.templateRoute,
    project.tagsRoute,
    project.permissionsRoute,
    project.keysRoute,
    project.teamRoute,
    project.usageRoute,
    project.settingsRoute,
    project.auditRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/dashboard',
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: MissingPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
