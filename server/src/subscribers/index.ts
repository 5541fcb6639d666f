/** A person in a project: who they are there, what they are marked with, how they subscribe, how they end it. */
export { type Audience, audienceCondition } from './audience-store.ts';
export { subscriberNotFound } from './change-subscriber.ts';
export { type EndingOptions, endSubscriptions, endUnreachable, type OnEnded } from './end-subscriptions.ts';
export { exportRoutes } from './export-routes.ts';
export { requireExternalId } from './external-id.ts';
export { requireKnownPermission, requireKnownTags } from './known-marks.ts';
export { permissionRoutes } from './permission-routes.ts';
export { SettingsBot } from './settings-bot.ts';
export { subscribe } from './subscribe.ts';
export { subscribeLinkRoutes } from './subscribe-link-routes.ts';
export { parseSubscriberId, publicSubscriberId, type Subscriber, subscriberJson } from './subscriber.ts';
export { subscriberRoutes } from './subscriber-routes.ts';
export {
  findByExternalId,
  findExternalIds,
  findProjectSubscriber,
  findSubscriber,
  findSubscribers,
  markBlocked,
  setPersonLang,
} from './subscriber-store.ts';
export type { SubscribersOptions } from './subscribers-options.ts';
export { SubscriptionBot } from './subscription-bot.ts';
export { tagRoutes } from './tag-routes.ts';
