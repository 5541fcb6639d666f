/** A person in a project: who they are there, how they subscribe, how they end it. */
export { endSubscriptions } from './end-subscriptions.ts';
export { subscribe } from './subscribe.ts';
export { publicSubscriberId, type Subscriber, subscriberJson } from './subscriber.ts';
export { findSubscriber, markBlocked, setPersonLang } from './subscriber-store.ts';
export { SubscriptionBot } from './subscription-bot.ts';
