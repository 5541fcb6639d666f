import { EVENT_GROUPS, type EventName } from '../../../../server/src/events/catalogue.ts';

export type { EventName };

type EventGroup = keyof typeof EVENT_GROUPS;

const LATER: readonly EventGroup[] = ['otp', 'ticket', 'scheduled', 'other'];

type Group = { group: EventGroup; names: readonly EventName[]; later: boolean };

/** The catalogue by group; events of `later` groups come with features that are still to be built. */
export const GROUPS: Group[] = (Object.keys(EVENT_GROUPS) as EventGroup[]).map((group) => ({
  group,
  names: EVENT_GROUPS[group],
  later: LATER.includes(group),
}));
