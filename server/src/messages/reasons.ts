import type { Reason } from '#messengers';

export type ReasonFlags = {
  /** Whether sending the same again may succeed. */
  retryable: boolean;
  /** Whether the person cannot be reached any more; their subscriptions end with it. */
  shouldUnsubscribe: boolean;
};

const FLAGS: Record<Reason, ReasonFlags> = {
  user_blocked_bot: { retryable: false, shouldUnsubscribe: true },
  chat_not_found: { retryable: false, shouldUnsubscribe: true },
  bot_banned: { retryable: false, shouldUnsubscribe: false },
  invalid_message: { retryable: false, shouldUnsubscribe: false },
  rate_limited: { retryable: true, shouldUnsubscribe: false },
  platform_unavailable: { retryable: true, shouldUnsubscribe: false },
  unknown: { retryable: false, shouldUnsubscribe: false },
};

/** Why a message can fail, in the specification's words. */
export const FAILURE_REASONS = Object.keys(FLAGS) as Reason[];

const isReason = (reason: string): reason is Reason => Object.hasOwn(FLAGS, reason);

/** What follows from a failure. One that another version of the program named is judged as `unknown`. */
export function flagsOf(reason: string | null): ReasonFlags {
  return FLAGS[reason !== null && isReason(reason) ? reason : 'unknown'];
}

/** The flags as answers and events show them. */
export function flagsJson(reason: string | null): { retryable: boolean; should_unsubscribe: boolean } {
  const { retryable, shouldUnsubscribe } = flagsOf(reason);
  return { retryable, should_unsubscribe: shouldUnsubscribe };
}

/** Why a project's message can be stored or withdrawn without being sent. */
export const SKIP_REASONS = {
  inactive: 'The person is not subscribed.',
  blocked: 'The person has blocked the bot.',
  no_permission: 'The person does not allow this kind of messages.',
  no_bot: 'This system has no bot on that channel.',
  unsubscribed: 'The person ended the subscription before it went out.',
  cancelled: 'The broadcast was cancelled before it went out.',
} as const;
