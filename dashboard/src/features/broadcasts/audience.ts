import type { Channel } from '#api/me.ts';

/** Whom a broadcast is for; what is left out narrows nothing. */
export type Audience = {
  channel: Channel | undefined;
  permission: string | undefined;
  tagsAll: string[];
  tagsAny: string[];
  excludeTags: string[];
};

export const EVERYBODY: Audience = {
  channel: undefined,
  permission: undefined,
  tagsAll: [],
  tagsAny: [],
  excludeTags: [],
};

/** As the API takes it. */
export function audienceBody({ channel, permission, tagsAll, tagsAny, excludeTags }: Audience) {
  return {
    ...(channel !== undefined && { channel }),
    ...(permission !== undefined && { permission }),
    ...(tagsAll.length > 0 && { tags_all: tagsAll }),
    ...(tagsAny.length > 0 && { tags_any: tagsAny }),
    ...(excludeTags.length > 0 && { exclude_tags: excludeTags }),
  };
}

type AudienceWords = {
  everybody: string;
  onChannel: (channel: string) => string;
  withAll: (tags: string[]) => string;
  withAny: (tags: string[]) => string;
  without: (tags: string[]) => string;
  allowing: (permission: string) => string;
};

/** The audience as a phrase: "Subscribers on Telegram, with the tag vip". */
export function describeAudience(
  words: AudienceWords,
  channelNames: Record<Channel, string>,
  { channel, permission, tagsAll, tagsAny, excludeTags }: Audience,
): string {
  return [
    channel === undefined ? words.everybody : words.onChannel(channelNames[channel]),
    ...(tagsAll.length > 0 ? [words.withAll(tagsAll)] : []),
    ...(tagsAny.length > 0 ? [words.withAny(tagsAny)] : []),
    ...(excludeTags.length > 0 ? [words.without(excludeTags)] : []),
    ...(permission === undefined ? [] : [words.allowing(permission)]),
  ].join(', ');
}
