import type { Usage } from '../usage/usage-api.ts';
import type { Delivery } from '../webhooks/webhook-api.ts';

const SHARE_LEFT = 0.1;
/** One failure is an accident, three in a row are a state. */
const FAILING_FROM = 3;

type UsageTrouble = 'blocked' | 'grace' | 'low' | 'loginsLow';

export function judgeUsage({ credits, logins }: Usage): UsageTrouble[] {
  const troubles: UsageTrouble[] = [];
  if (credits.blocked) troubles.push('blocked');
  else if (credits.grace_until !== null) troubles.push('grace');
  else if (credits.balance !== null && credits.balance <= (credits.granted ?? 0) * SHARE_LEFT) troubles.push('low');
  if (logins.cap !== null && logins.used >= logins.cap * (1 - SHARE_LEFT)) troubles.push('loginsLow');
  return troubles;
}

/** How many of the newest deliveries in a row have met an error; 0 for an endpoint that is well enough. */
export function failingRun(newestFirst: Delivery[]): number {
  const tried = newestFirst.filter(({ attempt_count, status }) => attempt_count > 0 && status !== 'skipped');
  const end = tried.findIndex(({ last_error }) => last_error === null);
  const run = end === -1 ? tried.length : end;
  return run >= FAILING_FROM ? run : 0;
}
