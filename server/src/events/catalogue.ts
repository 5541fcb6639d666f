/** Every event a project can learn of, by group, as the specification names them. */
export const EVENT_GROUPS = {
  subscription: ['subscription.created', 'subscription.deleted', 'subscription.permission_changed'],
  delivery: ['delivery.success', 'delivery.failed'],
  broadcast: ['broadcast.completed', 'broadcast.cancelled', 'batch.completed'],
  otp: ['otp.sent', 'otp.verified', 'otp.failed_attempt', 'otp.max_attempts_reached'],
  auth: ['auth.completed', 'button.clicked'],
  ticket: [
    'ticket.created',
    'ticket.replied',
    'ticket.status_changed',
    'ticket.assigned',
    'ticket.closed',
    'ticket.csat_received',
    'ticket.unanswered_24h',
  ],
  scheduled: [
    'scheduled.sent',
    'scheduled.failed',
    'scheduled.skipped',
    'drip.step_sent',
    'drip.completed',
    'recurring.sent',
  ],
  other: ['event.tracked', 'form.submitted'],
} as const;

type EventGroup = keyof typeof EVENT_GROUPS;
export type EventName = (typeof EVENT_GROUPS)[EventGroup][number];

export const EVENT_NAMES: readonly EventName[] = Object.values(EVENT_GROUPS).flat();

export function isEventName(name: string): name is EventName {
  return (EVENT_NAMES as readonly string[]).includes(name);
}
