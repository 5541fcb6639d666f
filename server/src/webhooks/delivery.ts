/**
 * pending → delivered | failed, by attempts; pending → skipped when its endpoint is disabled or removed. An event that
 * finds its endpoint disabled begins as skipped. Redelivery and recovery make any of them pending again.
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export type Delivery = {
  id: string;
  endpointId: string;
  event: string;
  state: DeliveryState;
  attempts: number;
  nextAttemptAt: Date;
  lastStatusCode: number | null;
  lastError: string | null;
  createdAt: Date;
  finishedAt: Date | null;
};

/** What the log keeps of one attempt. */
export type Attempt = {
  startedAt: Date;
  durationMs: number;
  statusCode: number | null;
  /** A class such as `timeout`; null where the endpoint answered with a 2xx. */
  error: string | null;
  errorDetail: string | null;
  /** Null where no request was made. */
  signature: string | null;
  /** The first kilobyte. */
  responseBody: string | null;
};

/** As the log shows it. */
export type LoggedAttempt = Omit<Attempt, 'signature'> & {
  attempt: number;
  requestHeaders: Record<string, string>;
};
