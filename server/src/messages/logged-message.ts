import type { Channel } from '#messengers';
import type { Content } from './queue/content.ts';
import type { MessageState } from './queue/message.ts';

/** A message of a project; what Bellhop itself says is in no log. */
export type LoggedMessage = {
  id: string;
  projectId: string;
  jobId: string | null;
  subscriberId: string;
  channel: Channel;
  /** The platform's id of the person. */
  recipient: string;
  content: Content;
  state: MessageState;
  reason: string | null;
  error: string | null;
  createdAt: Date;
  finishedAt: Date | null;
};

export type MessageFilter = {
  states?: MessageState[] | undefined;
  channel?: Channel | undefined;
  subscriberId?: string | undefined;
  jobId?: string | undefined;
  /** From then on… */
  since?: Date | undefined;
  /** …and before then. */
  until?: Date | undefined;
};
