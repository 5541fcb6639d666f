import { describe, expect, test } from 'vitest';
import { axisEnd, labelledColumns } from './chart-scale.ts';
import { curlCommand } from './curl-command.ts';
import { highlightJson, prettyJson } from './highlight-json.ts';
import { fromLocalInput, localInputValue, periodRange } from './period.ts';

describe('a period', () => {
  const now = new Date('2026-11-14T09:30:45.123Z');

  test('of a ready length begins on a full minute, so that looking again asks the same', () => {
    expect(periodRange({ period: '24h' }, now)).toEqual({ since: '2026-11-13T09:30:00.000Z' });
    expect(periodRange({ period: '24h' }, new Date('2026-11-14T09:30:02Z'))).toEqual({
      since: '2026-11-13T09:30:00.000Z',
    });
  });

  test('of one’s own has the edges that can be read', () => {
    const range = { since: '2026-11-01T00:00:00Z', until: 'nonsense', period: 'ages' };
    expect(periodRange(range, now)).toEqual({ since: '2026-11-01T00:00:00.000Z' });
  });

  test('survives the input field to the minute', () => {
    expect(fromLocalInput(localInputValue('2026-11-14T09:30:00.000Z'))).toBe('2026-11-14T09:30:00.000Z');
    expect(localInputValue('nonsense')).toBe('');
    expect(fromLocalInput('')).toBeUndefined();
  });
});

describe('a curl line', () => {
  test('reads without flags that it does not need', () => {
    expect(curlCommand('http://localhost:8080', { path: '/v1/project' })).toBe(
      'curl http://localhost:8080/v1/project \\\n  -H "Authorization: Bearer $KEY"',
    );
  });

  test('quotes whatever a shell would read, apostrophes too', () => {
    const line = curlCommand('http://h', { path: '/v1/x?a=b&c', method: 'PATCH', body: { text: "it's $HOME" } });
    expect(line).toContain("curl -X PATCH 'http://h/v1/x?a=b&c'");
    expect(line).toContain(`-d '{"text":"it'\\''s $HOME"}'`);
  });
});

describe('highlighted JSON', () => {
  test.each([
    '{"a": [1, -2.5e3, true, null], "b\\"c": "x:y"}',
    'not json at all: 5 "open',
    '',
    '{"error":"<b>html</b>"}',
  ])('put together again is what it was: %s', (text) => {
    expect(
      highlightJson(text)
        .map((token) => token.text)
        .join(''),
    ).toBe(text);
  });

  test('tells keys from texts', () => {
    const kinds = highlightJson('{"key": "text", "n": 5}').filter(({ kind }) => kind !== 'plain');
    expect(kinds.map(({ kind }) => kind)).toEqual(['key', 'text', 'key', 'number']);
  });

  test('an answer that is no JSON stays as it came', () => {
    expect(prettyJson('<h1>502</h1>')).toEqual({ text: '<h1>502</h1>', isJson: false });
    expect(prettyJson('{"a":1}')).toEqual({ text: '{\n  "a": 1\n}', isJson: true });
  });
});

describe('the scale of a chart', () => {
  test.each([
    [0, 4],
    [4, 4],
    [5, 5],
    [9, 10],
    [41, 50],
    [101, 200],
    [350, 400],
    [1000, 1000],
  ])('that holds %i ends at %i', (most, end) => {
    expect(axisEnd(most)).toBe(end);
  });

  test('labels keep their distance, and the newest column has one', () => {
    expect([...labelledColumns(15, 390, 72)].sort((a, b) => a - b)).toEqual([2, 5, 8, 11, 14]);
    expect(labelledColumns(0, 390, 72).size).toBe(0);
  });
});
