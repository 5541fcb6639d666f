import { describe, expect, test } from 'vitest';
import { nameTexts } from '#ui/name-texts.ts';
import { describeEntry } from './describe-entry.ts';
import { auditTexts } from './texts.ts';

const people = new Map([['a1', 'Anna']]);
const say = (action: string, detail: Record<string, unknown> = {}, language: 'en' | 'ru' = 'en') =>
  describeEntry(auditTexts[language], nameTexts[language], people, { action, detail });

describe('an entry of the trail', () => {
  test.each([
    ['key.created', { key_id: 'k', name: 'production' }, 'Created the API key “production”'],
    [
      'member.changed',
      { account_id: 'a1', role: 'admin', role_before: 'viewer' },
      'Changed the role of Anna: viewer → admin',
    ],
    ['member.removed', { account_id: 'gone', role: 'admin' }, 'Removed somebody from the team'],
    [
      'webhook.changed',
      { fields: ['url', 'status'], status: 'disabled' },
      'Changed a webhook endpoint: URL, switched off',
    ],
    [
      'project.changed',
      { fields: ['plan', 'add_credits', 'callback_url'], plan: 'basic', add_credits: 500 },
      'Changed the project: plan Basic, 500 credits added, callback URL',
    ],
    ['permission.changed', { name: 'news', to: 'news', title: {} }, 'Changed the permission news'],
    ['broadcast.created', { job_id: 'j', total: 1 }, 'Started a broadcast to 1 person'],
  ])('%s is told in words', (action, detail, words) => {
    expect(say(action, detail)).toBe(words);
  });

  test('what a newer server writes is shown as it is', () => {
    expect(say('form.archived', { id: 1 })).toBe('form.archived');
    expect(say('toString')).toBe('toString');
    expect(say('webhook.changed', { fields: ['colour'] })).toBe('Changed a webhook endpoint: colour');
  });

  test('both languages have words for the same actions, and the filter offers them all', () => {
    const actions = Object.keys(auditTexts.en.actions);
    expect(Object.keys(auditTexts.ru.actions)).toEqual(actions);
    for (const { names } of [auditTexts.en, auditTexts.ru]) expect(Object.keys(names)).toEqual(actions);
    expect(say('tag.renamed', { name: 'vip', to: 'gold' }, 'ru')).toBe('Тег vip переименован в gold');
  });
});
