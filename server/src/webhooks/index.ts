/** Signed webhooks: endpoints, deliveries with their retries, and a log in which every failure has a reason. */
export { deliveryRoutes } from './delivery-routes.ts';
export { deliveryStatsRoutes } from './delivery-stats-routes.ts';
export { endpointRoutes } from './endpoint-routes.ts';
export { forgetOldDeliveries, skipLeftOver } from './forget-old-deliveries.ts';
export { MOST_ATTEMPTS, Webhooks } from './webhooks.ts';
