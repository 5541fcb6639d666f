import { expect, test } from 'vitest';
import { draftOf, EMPTY_DRAFT, isSame, usedVariables, wishOf, writtenTexts } from './template-draft.ts';

const template = {
  key: 'welcome',
  format: 'plain' as const,
  texts: { ru: 'Привет, {{ first_name }}', en: null, fallback: 'Hi, {{ who }}' },
  variables: ['first_name', 'who'],
  created_at: '2026-11-14T09:30:00.000+00:00',
  updated_at: '2026-11-14T09:30:00.000+00:00',
};

test('a template that is opened and not touched is the same', () => {
  expect(isSame(draftOf(template), draftOf(template))).toBe(true);
  expect(wishOf(draftOf(template)).texts).toEqual(template.texts);
});

test('a text that was emptied is taken away', () => {
  const draft = { ...draftOf(template), texts: { ru: ' ', en: 'Hi', fallback: '' } };
  expect(wishOf(draft).texts).toEqual({ ru: null, en: 'Hi', fallback: null });
  expect(writtenTexts(draft)).toEqual({ en: 'Hi' });
});

test('variables are told apart by who knows them', () => {
  expect(usedVariables(draftOf(template))).toEqual({ own: ['who'], builtIn: ['first_name'] });
  expect(usedVariables(EMPTY_DRAFT)).toEqual({ own: [], builtIn: [] });
});
