import type { EventName } from '#events';

export const ENDPOINT_STATUSES = ['active', 'disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** Disabled ones count. */
export const MOST_ENDPOINTS = 5;

export type Endpoint = {
  id: string;
  lane: number;
  projectId: string;
  url: string;
  /** Empty: all events. */
  events: EventName[];
  description: string | null;
  status: EndpointStatus;
  createdAt: Date;
};
