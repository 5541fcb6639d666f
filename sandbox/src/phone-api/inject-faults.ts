import type { Core } from '../core.ts';
import { type Fault, readFault } from '../faults/fault.ts';
import { InputProblem } from './input.ts';

/** One fault or a list of them; all are read before any is in force. */
export function injectFaults(core: Core, body: unknown): object {
  const inputs = (Array.isArray(body) ? body : [body]).map(readFault);
  for (const input of inputs) if ('error' in input) throw new InputProblem(400, input.error);
  for (const input of inputs) {
    if ('fault' in input) core.faults.add(input.fault);
    if ('settings' in input) Object.assign(core.faults.settings, input.settings);
  }
  return listFaults(core);
}

export function listFaults({ faults }: Core): object {
  return {
    enforce_limits: faults.settings.enforceLimits,
    attachment_ready_after_ms: faults.settings.attachmentReadyAfterMs,
    faults: faults.list().map(viewFault),
  };
}

export function clearFaults(core: Core): object {
  core.faults.clear();
  return listFaults(core);
}

const viewFault = ({
  id,
  channel,
  method,
  personId,
  kind,
  times,
  status,
  body,
  retryAfter,
  delayMs,
}: Fault): object => ({
  id,
  kind,
  channel,
  method,
  person_id: personId,
  times,
  status,
  body,
  retry_after: retryAfter,
  delay_ms: delayMs,
});
