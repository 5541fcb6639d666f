/** One message to many: whom it goes to is fixed at once, everyone is accounted for exactly once. */
export { broadcastControlRoutes } from './broadcast-control-routes.ts';
export { broadcastRoutes } from './broadcast-routes.ts';
export type { BroadcastsOptions } from './broadcasts-options.ts';
export { sweepCancelled } from './cancel-broadcast.ts';
export { BROADCAST_CONTENT, composeBroadcast } from './compose-broadcast.ts';
export { compositionCache } from './composition-cache.ts';
export { outcomeCounting } from './count-outcomes.ts';
