import { describe, expect, test } from 'vitest';
import { makeFormat } from '#lang/format.ts';
import { audienceBody, describeAudience, EVERYBODY } from './audience.ts';
import type { Broadcast } from './broadcast-api.ts';
import { describeBroadcast } from './describe-broadcast.ts';
import { broadcastTexts } from './texts.ts';

const CHANNELS = { telegram: 'Telegram', max: 'MAX' };

describe('an audience', () => {
  test('of everybody narrows nothing', () => {
    expect(audienceBody(EVERYBODY)).toEqual({});
    expect(describeAudience(broadcastTexts.en.words, CHANNELS, EVERYBODY)).toBe('All subscribers');
  });

  test('is sent and said with all of its conditions', () => {
    const audience = {
      channel: 'telegram',
      permission: 'news',
      tagsAll: ['vip', 'msk'],
      tagsAny: ['a'],
      excludeTags: ['b'],
    } as const;
    const own = { ...audience, tagsAll: [...audience.tagsAll], tagsAny: ['a'], excludeTags: ['b'] };
    expect(audienceBody(own)).toEqual({
      channel: 'telegram',
      permission: 'news',
      tags_all: ['vip', 'msk'],
      tags_any: ['a'],
      exclude_tags: ['b'],
    });
    expect(describeAudience(broadcastTexts.en.words, CHANNELS, own)).toBe(
      'Subscribers on Telegram, with all of the tags vip, msk, with the tag a, without the tag b, who allow news',
    );
    expect(describeAudience(broadcastTexts.ru.words, CHANNELS, own)).toBe(
      'Подписчики в Telegram, со всеми тегами: vip, msk, с тегом a, без тега b, с разрешением news',
    );
  });
});

describe('a broadcast in words', () => {
  const format = makeFormat('en', 'UTC');
  const now = new Date('2026-11-15T10:00:10Z');
  const job: Broadcast = {
    ...{ job_id: 'j', status: 'processing', text: 'Hello', total: 2000, sent: 900, failed: 90, skipped: 10 },
    ...{ rate: null, estimated_end: null, messages_per_minute: null, retry_of: null },
    ...{ created_at: '2026-11-15T10:00:00Z', finished_at: null },
  };
  const say = (change: Partial<Broadcast>) =>
    describeBroadcast(broadcastTexts.en.job.says, format, { ...job, ...change }, now);

  test('tells the pace and the end once they are known', () => {
    expect(say({})).toBe('1,000 of 2,000 are done.');
    expect(say({ rate: 1799.6, estimated_end: '2026-11-15T10:00:43Z' })).toBe(
      '1,000 of 2,000 are done, at 1,800 a minute. It ends in 33 sec.',
    );
  });

  test('tells what is left, and how long it took', () => {
    expect(say({ status: 'paused' })).toContain('1,000 people still to go');
    expect(say({ status: 'cancelled', skipped: 1009 })).toBe('Cancelled. 1 message is still on the way.');
    expect(say({ status: 'completed', finished_at: '2026-11-15T10:01:05Z' })).toBe('Done in 1 min 5 s.');
  });
});
