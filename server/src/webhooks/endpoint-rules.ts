import { EVENT_NAMES, type EventName, isEventName } from '#events';
import { AppError } from '#lib/app-error.ts';
import type { Outgoing } from '#lib/outgoing/index.ts';

/** Known names, each once, in the order given. */
export function requireEvents(names: string[]): EventName[] {
  const unknown = names.find((name) => !isEventName(name));
  if (unknown !== undefined) {
    throw new AppError(
      'validation_failed',
      `\`events\` has "${unknown.slice(0, 100).toWellFormed()}", which is no event. There are: ${EVENT_NAMES.join(', ')}.`,
    );
  }
  return [...new Set(names.filter(isEventName))];
}

/** Delivery checks again, every time: a name can point elsewhere tomorrow. */
export async function requireReachable(outgoing: Pick<Outgoing, 'checkUrl'>, url: string): Promise<string> {
  const checked = await outgoing.checkUrl(url);
  if (!checked.ok) throw new AppError('invalid_url', `\`url\` cannot be used: ${checked.problem}.`);
  return url;
}

export function endpointNotFound(): AppError {
  return new AppError('not_found', 'This project has no such webhook endpoint.');
}

export function deliveryNotFound(): AppError {
  return new AppError('not_found', 'This project has no such delivery.');
}

export function requireActive(endpoint: { status: string }): void {
  if (endpoint.status !== 'active')
    throw new AppError('conflict', 'This endpoint is disabled. Set its status to active first.');
}
