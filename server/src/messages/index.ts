/** Outgoing messages: what is to be said, to whom, how urgently; and what became of it. */

export { buttonTaps } from './button-taps.ts';
export { composeProjectMessage, type LoadMedia } from './compose/compose-project-message.ts';
export { type Addressee, type Composition, renderFor } from './compose/composition.ts';
export { MediaCache } from './compose/media-cache.ts';
export { type MessageBody, messageBodyProperties } from './compose/message-body.ts';
export { readComposition } from './compose/read-composition.ts';
export type { FindBroadcastComposition } from './compose/spoken.ts';
export { forgetOldMessages } from './forget-old-messages.ts';
export type { LoggedMessage } from './logged-message.ts';
export { MESSAGE_STATUSES, MessageJson, messageJson } from './message-json.ts';
export { listMessages, rangesOf } from './message-log-store.ts';
export { messageRoutes } from './message-routes.ts';
export { projectOutcomes, unreachableRecipients } from './project-outcomes.ts';
export {
  type Compose,
  type ComposeContext,
  type Composed,
  type Content,
  type TextMessage,
  textContent,
} from './queue/content.ts';
export {
  type Author,
  type Departed,
  type EditTarget,
  type FinishedMessage,
  LANES,
  type MessageWish,
  PRIORITY,
  type Priority,
} from './queue/message.ts';
export { Messages, type MessagesOptions, type OutcomeHandler, paceOf } from './queue/messages.ts';
export { insertEnded } from './queue/recipient-store.ts';
export { registerSendContent } from './send-content.ts';
export { sendRoutes } from './send-routes.ts';
export { SendWatch } from './send-watch.ts';
