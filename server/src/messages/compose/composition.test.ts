import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { uuidv7 } from '#lib/ids.ts';
import { composeProjectMessage, outgoingMessage } from './compose-project-message.ts';
import { ann, openCompositions } from './composition.fixture.ts';
import { type Composition, renderFor } from './composition.ts';
import type { MessageBody } from './message-body.ts';

const { database, read, refusal, template } = await openCompositions();

describe('a text', () => {
  test('is taken as it is, plain unless told otherwise', async () => {
    expect(await read({ text: ' <b>Hi</b> ' })).toEqual({
      texts: { fallback: ' <b>Hi</b> ' },
      format: 'plain',
      vars: {},
    });
  });

  test('may have 4,000 UTF-16 units as it goes out, whatever its variables make of it', async () => {
    await read({ text: 'x'.repeat(4000) });
    await read({ text: '😀'.repeat(2000) });
    expect(await refusal({ text: 'x'.repeat(4001) })).toMatch(/^validation_failed: `text` cannot be sent: .* 4001 /);
    expect(await refusal({ text: '😀'.repeat(2001) })).toContain(' 4002 ');
    expect(await refusal({ text: 'x'.repeat(500_000) })).toMatch(
      /^validation_failed: `text` has 500000 characters; at most 4000 /,
    );
    await read({ text: `${'x'.repeat(3990)}{{v}}`, vars: { v: '1234567890' } });
    expect(await refusal({ text: `${'x'.repeat(3990)}{{v}}`, vars: { v: '12345678901' } })).toContain(' 4001 ');
    await read({
      text: `${'x'.repeat(3999)}{{v}} {{first_name}}{{username}}{{lang}}{{subscriber_id}}`,
      vars: { v: '' },
    });
    await read({ text: `${'{{ a_long_name_of_a_variable }}'.repeat(200)}.`, vars: { a_long_name_of_a_variable: 'x' } });
  });

  test('is measured with its tags, as the messenger that counts them does', async () => {
    await read({ text: `**${'x'.repeat(3993)}**`, format: 'markdown' });
    expect(await refusal({ text: `**${'x'.repeat(3994)}**`, format: 'markdown' })).toContain(
      '4001 characters with the tags',
    );
    await read({ text: `${'&'.repeat(4000)}`, format: 'markdown' });
  });

  test.each([
    [{}, 'validation_failed: `text` or `template` is required.'],
    [{ text: 'x', template: 'y' }, 'validation_failed: `text` and `template` exclude each other; send one of them.'],
    [{ text: '' }, 'validation_failed: `text` must not be empty.'],
    [{ text: ' \n\u200b\u2060\u3000' }, 'validation_failed: `text` must not be empty.'],
    [{ text: '<b></b>', format: 'html' as const }, 'validation_failed: `text` must not be empty.'],
    [{ text: '{{a}}', vars: { a: ' ' } }, 'validation_failed: `text` must not be empty.'],
    [
      { text: '<b>x', format: 'html' as const },
      'validation_failed: `text` is not valid html: the tag <b> is not closed.',
    ],
    [{ text: '[x](y:z)', format: 'markdown' as const }, 'validation_failed: `text` is not valid markdown: a link must'],
    [{ text: '[x]({{u}})', format: 'markdown' as const, vars: { u: 'y' } }, '`text` cannot be sent: a link must'],
  ])('%j is refused by name', async (body, error) => {
    expect(await refusal(body)).toContain(error);
  });
});

describe('variables', () => {
  test('are texts, numbers and truths, as many as 50', async () => {
    const { vars } = await read({ text: '{{a}}{{b}}{{c}}', vars: { a: '<i>', b: 1.5, c: false } });
    expect(vars).toEqual({ a: '<i>', b: '1.5', c: 'false' });
    const names = Array.from({ length: 51 }, (_, n) => `v${n}`);
    const body = (count: number) => ({
      text: names
        .slice(0, count)
        .map((name) => `{{${name}}}`)
        .join(' '),
      vars: Object.fromEntries(names.slice(0, count).map((name) => [name, 'x'])),
    });
    await read(body(50));
    expect(await refusal(body(51))).toBe('validation_failed: `vars` has 51 variables; at most 50 are allowed.');
  });

  test.each([
    [
      { text: 'Hi {{ name }} {{order}}' },
      '`text` uses {{ name }}, {{ order }}, which are not in `vars`. Add a value; only first_name',
    ],
    [
      { text: 'Hi {{name}}', vars: { nmae: 'x' } },
      '`vars.nmae` is not used by `text`. Take it out, or write {{ nmae }}.',
    ],
    [{ text: 'Hi', vars: { first_name: 'x' } }, '`vars.first_name` is known of every person and cannot be given.'],
    [{ text: 'Hi', vars: { 'a b': 'x' } }, '`vars` has "a b": a name has'],
    [{ text: 'Hi', vars: { ['x'.repeat(65)]: 'x' } }, '`vars` has "xxx'],
    [{ text: '{{a}}', vars: { a: 'x'.repeat(4001) } }, '`vars.a` has 4001 characters; at most 4000 are allowed.'],
    [{ text: '{{constructor}}' }, '`text` uses {{ constructor }}, which is not in `vars`'],
  ])('that are wrong are named: %j', async (body, error) => {
    expect(await refusal(body as MessageBody)).toContain(`validation_failed: ${error}`);
  });
});

describe('a template', () => {
  test('is spoken as it was when it was asked for, in the language of the person', async () => {
    await template('order', { ru: '<b>{{first_name}}</b>, {{n}}', en: 'Hi {{username}}{{n}}' }, 'html');
    const composition = await read({ template: 'order', vars: { n: '<7>' } });
    await sql`delete from template where key = 'order'`.execute(database);
    expect(renderFor(composition, { ...ann, lang: 'ru' })).toEqual({
      ok: true,
      text: '<b>&lt;b&gt;*Ann*&lt;/b&gt;</b>, &lt;7&gt;',
      format: 'html',
      plainText: '<b>*Ann*</b>, <7>',
    });
    expect(renderFor(composition, ann)).toEqual({ ok: true, text: 'Hi <7>', format: 'plain', plainText: 'Hi <7>' });
  });

  test('that is missing, of another project, or given a format of its own is refused', async () => {
    await template('theirs', { en: 'x' }, 'plain', uuidv7(new Date()));
    await template('mine', { en: 'x {{a}}', ru: '{{b}}' });
    expect(await refusal({ template: 'theirs' })).toBe(
      'validation_failed: `template` is "theirs", and the project has no template with that key.',
    );
    expect(await refusal({ template: 'mine', format: 'html' })).toContain('`format` goes with `text` only');
    expect(await refusal({ template: 'mine', vars: { a: 'x' } })).toContain('`template` uses {{ b }}');
    expect(await refusal({ template: 'mine', vars: { a: 'x', b: 'y'.repeat(4000) } })).toBe('it was accepted');
    expect(await refusal({ template: 'mine', vars: { a: 'x'.repeat(3999), b: 'y' } })).toContain(
      'in its text `en`, cannot be sent',
    );
  });
});

describe('for one person', () => {
  const composition = (text: string, format: Composition['format'] = 'plain'): Composition => ({
    texts: { fallback: text },
    format,
    vars: {},
  });

  test('a name is put in as it is, in every format', () => {
    for (const [format, text] of [
      ['plain', 'Hi {{first_name}}!'],
      ['markdown', '**Hi** {{first_name}}!'],
      ['html', '<b>Hi</b> {{first_name}}!'],
    ] as const) {
      expect(renderFor(composition(text, format), ann)).toMatchObject({ ok: true, plainText: 'Hi <b>*Ann*</b>!' });
    }
    expect(renderFor(composition('{{subscriber_id}} {{lang}} [{{username}}]'), ann)).toMatchObject({
      plainText: expect.stringMatching(/^sub_[0-9A-Za-z]{22} en \[\]$/),
    });
  });

  test('a text that is too long or that is not there is a problem', () => {
    expect(renderFor(composition(`${'x'.repeat(3995)}{{first_name}}`), { ...ann, firstName: 'Annet' })).toMatchObject({
      ok: true,
    });
    expect(renderFor(composition(`${'x'.repeat(3995)}{{first_name}}`), { ...ann, firstName: 'Annett' })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('4001'),
    });
    expect(renderFor(composition('{{username}}'), ann)).toEqual({
      ok: false,
      problem: 'no text is left for this person',
    });
    expect(outgoingMessage(composition('{{username}}'), ann, { messageId: uuidv7(new Date()) })).toEqual({
      fail: 'invalid_message',
      error: 'no text is left for this person',
    });
  });
});

test('what names nobody is the same for all, in each language; what names somebody is their own', () => {
  const texts = { ru: 'Скидка {{ percent }}', en: '{{percent}} off, {{ first_name }}' };
  const composition: Composition = { texts, format: 'plain', vars: { percent: '5%', first_name: 'nobody' } };
  const text = (firstName: string, lang: 'ru' | 'en') => {
    const rendered = renderFor(composition, { ...ann, firstName, lang });
    return rendered.ok ? rendered.text : rendered.problem;
  };
  for (let time = 0; time < 2; time += 1) {
    expect(['Ann', 'Bob'].map((name) => text(name, 'en'))).toEqual(['5% off, Ann', '5% off, Bob']);
    expect(['Ann', 'Bob'].map((name) => text(name, 'ru'))).toEqual(['Скидка 5%', 'Скидка 5%']);
  }
  const other = { ...composition, vars: { percent: '6%' } };
  expect(renderFor(other, { ...ann, lang: 'ru' })).toMatchObject({ text: 'Скидка 6%' });
});

describe('media', () => {
  const photo = (url: string) => ({ text: 'x', media: { type: 'photo' as const, url } });

  test('is named by an address of a public host', async () => {
    expect(await read(photo('https://a.example/a.jpg'))).toMatchObject({
      media: { type: 'photo', url: 'https://a.example/a.jpg' },
    });
    for (const url of [
      '',
      'x',
      'ftp://a.example/',
      'file:///etc/passwd',
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://inside.example/',
      'http://u:p@a.example/',
      `https://a.example/${'x'.repeat(2048)}`,
    ]) {
      expect(await refusal(photo(url)), url).toMatch(/^invalid_url: `media.url`: /);
    }
  });

  test('is loaded when the message is composed; what cannot be had ends the message, or has it tried again', async () => {
    const composition = await read(photo('https://a.example/a.jpg'));
    const messageId = uuidv7(new Date());
    const media = { type: 'photo', fileName: 'a.jpg', mimeType: 'image/jpeg', bytes: new Uint8Array(1) } as const;
    const compose = (loaded: Awaited<ReturnType<Parameters<typeof composeProjectMessage>[0]>>) =>
      composeProjectMessage(async () => loaded, composition, ann, messageId);
    expect(await compose({ ok: true, media })).toEqual({ text: 'x', format: 'plain', media });
    expect(await compose({ ok: false, problem: 'it is empty', retryable: false })).toEqual({
      fail: 'invalid_message',
      error: 'media: it is empty',
    });
    expect(await compose({ ok: false, problem: 'busy', retryable: true })).toEqual({
      retry: 'invalid_message',
      error: 'media: busy',
    });
  });
});
