import { describe, expect, test } from 'vitest';
import { FAILURE_REASONS, SKIP_REASONS } from '../../../../server/src/messages/reasons.ts';
import { describeReason } from './describe-message.ts';
import { reasonTexts } from './reason-texts.ts';
import { recipientBody, recipientOf } from './recipient.ts';

describe.each(['en', 'ru'] as const)('in %s', (lang) => {
  test.each([...FAILURE_REASONS, ...Object.keys(SKIP_REASONS)])(
    '%s says what happened and what to do next',
    (reason) => {
      const { short, says, next } = describeReason(reasonTexts[lang], reason);
      expect(short).not.toMatch(/_/);
      expect(says).toMatch(/\.$/);
      expect(next).toMatch(/\.$/);
    },
  );
});

test('a reason that this page does not know is shown by its name', () => {
  expect(describeReason(reasonTexts.en, 'new_reason')).toEqual({ short: 'new_reason', says: 'new_reason.', next: '' });
  expect(describeReason(reasonTexts.en, 'constructor').short).toBe('constructor');
});

describe('a recipient', () => {
  const draft = {
    by: 'external',
    subscriberId: 'sub_1',
    externalId: ' user-42 ',
    channels: [],
    permission: '',
  } as const;

  test('is named in one way only', () => {
    expect(recipientOf({ ...draft, channels: [] })).toEqual({ external_id: 'user-42' });
    expect(recipientOf({ ...draft, by: 'person', channels: [] })).toEqual({ subscriber_id: 'sub_1' });
    expect(recipientOf({ ...draft, externalId: ' ', channels: [] })).toBeUndefined();
  });

  test('on all channels, unless some were chosen', () => {
    expect(recipientBody({ ...draft, channels: [] })).toEqual({ external_id: 'user-42' });
    expect(recipientBody({ ...draft, channels: ['max'], permission: 'news' })).toEqual({
      external_id: 'user-42',
      channels: ['max'],
      permission: 'news',
    });
  });

  test('who was found by name has one channel, so none is named', () => {
    expect(recipientBody({ ...draft, by: 'person', channels: ['max'] })).toEqual({ subscriber_id: 'sub_1' });
  });
});
