/** What a project can learn of, and how a fact becomes known inside its own transaction. */
export { EVENT_GROUPS, EVENT_NAMES, type EventName, isEventName } from './catalogue.ts';
export { type DomainEvent, type EventHandler, Events } from './events.ts';
export { describeEvents, EVENT_PAYLOADS, type EventPayload, eventExample } from './payloads.ts';
