import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './root.tsx';

export const messagesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'messages',
  component: lazyRouteComponent(() => import('../features/messages/messages-page.tsx'), 'MessagesPage'),
});

export const messageRoute = createRoute({
  getParentRoute: () => messagesRoute,
  path: '$messageId',
  component: lazyRouteComponent(() => import('../features/messages/message-panel.tsx'), 'MessagePanel'),
});

export const newMessageRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'messages/new',
  component: lazyRouteComponent(() => import('../features/messages/new-message-page.tsx'), 'NewMessagePage'),
});

export const broadcastsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'broadcasts',
  component: lazyRouteComponent(() => import('../features/broadcasts/broadcasts-page.tsx'), 'BroadcastsPage'),
});

export const broadcastRoute = createRoute({
  getParentRoute: () => broadcastsRoute,
  path: '$jobId',
  component: lazyRouteComponent(() => import('../features/broadcasts/broadcast-panel.tsx'), 'BroadcastPanel'),
});

export const newBroadcastRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'broadcasts/new',
  component: lazyRouteComponent(() => import('../features/broadcasts/new-broadcast-page.tsx'), 'NewBroadcastPage'),
});

export const subscribersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'subscribers',
  component: lazyRouteComponent(() => import('../features/subscribers/subscribers-page.tsx'), 'SubscribersPage'),
});

export const subscriberRoute = createRoute({
  getParentRoute: () => subscribersRoute,
  path: '$subscriberId',
  component: lazyRouteComponent(() => import('../features/subscribers/subscriber-panel.tsx'), 'SubscriberPanel'),
});
