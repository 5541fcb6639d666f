import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from './root.tsx';

export const endpointsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('../features/webhooks/endpoints-page.tsx'), 'EndpointsPage'),
});

export const endpointRoute = createRoute({
  getParentRoute: () => endpointsRoute,
  path: 'endpoints/$endpointId',
  component: lazyRouteComponent(() => import('../features/webhooks/endpoint-panel.tsx'), 'EndpointPanel'),
});

export const deliveriesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'webhooks/deliveries',
  component: lazyRouteComponent(() => import('../features/webhooks/deliveries-page.tsx'), 'DeliveriesPage'),
});

export const deliveryRoute = createRoute({
  getParentRoute: () => deliveriesRoute,
  path: '$deliveryId',
  component: lazyRouteComponent(() => import('../features/webhooks/delivery-panel.tsx'), 'DeliveryPanel'),
});

export const verifyRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'webhooks/verify',
  component: lazyRouteComponent(() => import('../features/webhooks/verify-page.tsx'), 'VerifyPage'),
});
