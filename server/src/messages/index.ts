/** Outgoing messages: what is to be said, to whom, how urgently; and what became of it. */

export { buttonTaps } from './button-taps.ts';
export { composeProjectMessage, type LoadMedia } from './compose-project-message.ts';
export { type Addressee, type Composition, renderFor } from './composition.ts';
export {
  type Compose,
  type ComposeContext,
  type Composed,
  type Content,
  type TextMessage,
  textContent,
} from './content.ts';
export { forgetOldMessages } from './forget-old-messages.ts';
export { MediaCache } from './media-cache.ts';
export {
  type Author,
  type Departed,
  type EditTarget,
  type FinishedMessage,
  LANES,
  type MessageWish,
  PRIORITY,
  type Priority,
} from './message.ts';
export { type MessageBody, messageBodyProperties } from './message-body.ts';
export { MESSAGE_STATUSES, MessageJson, messageJson } from './message-json.ts';
export { listMessages } from './message-log-store.ts';
export { messageRoutes } from './message-routes.ts';
export { Messages, type MessagesOptions, type OutcomeHandler, paceOf } from './messages.ts';
export { projectOutcomes, unreachableRecipients } from './project-outcomes.ts';
export { readComposition } from './read-composition.ts';
export { registerSendContent } from './send-content.ts';
export { sendRoutes } from './send-routes.ts';
export { SendWatch } from './send-watch.ts';
export type { FindBroadcastComposition } from './spoken.ts';
