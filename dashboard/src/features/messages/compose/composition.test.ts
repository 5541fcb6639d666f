import { describe, expect, test } from 'vitest';
import { addButton, changeButton, removeButton } from './button-rows.ts';
import {
  type Composition,
  compositionBody,
  EMPTY_COMPOSITION,
  isEmpty,
  openVariables,
  previewBody,
} from './composition.ts';
import { wordsOf } from './rendered-text.tsx';

const draft = (part: Partial<Composition>): Composition => ({ ...EMPTY_COMPOSITION, ...part });
const template = { key: 'order.shipped', variables: ['first_name', 'order_id', 'day'] };

describe('what is sent', () => {
  test('is the text with its format, and only variables in use', () => {
    const written = draft({ text: 'Hi {{ first_name }}, {{ order_id }}', vars: { order_id: 'A-1', old: 'x' } });
    expect(compositionBody(written)).toEqual({ text: written.text, format: 'plain', vars: { order_id: 'A-1' } });
  });

  test('is the key of a template without a format, which it has itself', () => {
    const chosen = draft({ source: 'template', text: 'forgotten', format: 'html', template });
    expect(compositionBody(chosen)).toEqual({ template: 'order.shipped' });
  });

  test('leaves blank variables out, so that the server names them', () => {
    const chosen = draft({ source: 'template', template, vars: { order_id: 'A-1', day: '' } });
    expect(compositionBody(chosen)).toEqual({ template: 'order.shipped', vars: { order_id: 'A-1' } });
  });

  test('has buttons as they were laid out, each with what it does', () => {
    let buttons = addButton(addButton([]), 0);
    buttons = changeButton(buttons, 1, { text: 'Open', value: ' https://example.com ' });
    buttons = changeButton(buttons, 2, { text: 'Thanks', does: 'callback_data', value: 'thanks' });
    expect(compositionBody(draft({ text: 'x', buttons })).buttons).toEqual([
      [
        { text: 'Open', url: 'https://example.com' },
        { text: 'Thanks', callback_data: 'thanks' },
      ],
    ]);
  });
});

describe('what is previewed', () => {
  test('shows the names of variables that are still blank', () => {
    expect(previewBody(draft({ source: 'template', template, vars: { day: 'Friday' } })).vars).toEqual({
      order_id: '‹order_id›',
      day: 'Friday',
    });
  });

  test('leaves out buttons and media that are half filled in', () => {
    const half = draft({ text: 'x', buttons: addButton([]), media: { type: 'photo', url: ' ' } });
    expect(previewBody(half)).toEqual({ text: 'x', format: 'plain' });
  });
});

test('what Bellhop knows of everybody is not asked for', () => {
  expect(openVariables(draft({ text: '{{ first_name }} {{ a }} {{a}} {{ lang }} {{ b }}' }))).toEqual(['a', 'b']);
});

test('spaces are no message, a template is one', () => {
  expect(isEmpty(draft({ text: ' \n' }))).toBe(true);
  expect(isEmpty(draft({ source: 'template', text: 'x' }))).toBe(true);
  expect(isEmpty(draft({ source: 'template', template }))).toBe(false);
});

test('a row goes with its last button, and keys are not used again while it stands', () => {
  const rows = addButton(addButton(addButton([]), 0));
  expect(rows.map((row) => row.map(({ key }) => key))).toEqual([[1, 2], [3]]);
  expect(removeButton(rows, 3).map((row) => row.map(({ key }) => key))).toEqual([[1, 2]]);
});

test('the words of a message are what a person reads, also where it is no HTML', () => {
  expect(wordsOf('<b>10</b> &lt; 20')).toBe('10 < 20');
  expect(wordsOf('10 < 20 & more')).toBe('10 < 20 & more');
});
