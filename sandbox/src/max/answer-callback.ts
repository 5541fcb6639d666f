import type { Max } from './max.ts';
import { readMessageBody } from './message-body.ts';
import { editMaxMessage } from './messages.ts';
import { badPayload, notFound } from './refusal.ts';

/** Answers a tap and, in the same call, may edit the message that was tapped. */
export function answerCallback(max: Max, callbackId: string | null, body: Readonly<Record<string, unknown>>): object {
  if (!callbackId) throw badPayload('Missing required parameter: callback_id');
  const { message: newBody = null, notification = null } = body;
  if (newBody === null && notification === null) {
    throw badPayload('Invalid request. `message` or `notification` required');
  }
  if (notification !== null && typeof notification !== 'string')
    throw badPayload("Field 'notification' must be a string");
  const callback = max.callbacks.find(callbackId);
  const person = callback && max.world.people.get(callback.personId);
  if (!callback || !person) throw notFound(`Callback ${callbackId} not found`);
  if (newBody !== null) {
    if (typeof newBody !== 'object') throw badPayload("Field 'message' must be an object");
    const content = readMessageBody(max, newBody as Record<string, unknown>);
    const message = max.world.findMessage('max', person.id, callback.messageId);
    if (!message) throw notFound('Message not found');
    editMaxMessage(max, person, message, content);
  }
  max.callbacks.answer(callback, { text: notification, alert: false });
  if (notification) {
    max.world.emit({ type: 'notification', channel: 'max', personId: person.id, text: notification, alert: false });
  }
  return { success: true };
}
