import { describe, expect, it } from 'vitest';
import { letters, megabytes, plain, type Stage, saidNo, succeeded } from './stage.fixture.ts';

/** Messages out: what a person gets to see. */
export function sendingContract(stage: Stage): void {
  describe('a message', () => {
    it('arrives letter for letter, and its id is the one that the person sees', async () => {
      const guest = await stage.phone.invent();
      const messageId = await stage.send(guest, plain(`${letters}<b>&amp;</b> **x**`));
      const [shown] = await stage.phone.messages(guest);
      expect(shown).toMatchObject({ text: `${letters}<b>&amp;</b> **x**`, spans: [], buttons: [], protected: false });
      expect(String(shown?.message_id)).toBe(messageId);
    });

    it('may have 4,000 characters, formatted ones too', async () => {
      const guest = await stage.phone.invent();
      const long = letters.repeat(200).slice(0, 4000).trimEnd();
      await stage.send(guest, plain(long));
      await stage.send(guest, { text: `**${'ж'.repeat(3990)}**`, format: 'markdown' });
      expect((await stage.phone.messages(guest)).map(({ text }) => text)).toEqual([long, 'ж'.repeat(3990)]);
    });

    it('looks the same in Markdown and in HTML', async () => {
      const guest = await stage.phone.invent();
      await stage.send(guest, { text: '**ж** *к* ~~з~~ `м` [с](https://a.example/?a=1&b=2) < &', format: 'markdown' });
      await stage.send(guest, {
        text: '<b>ж</b> <i>к</i> <s>з</s> <code>м</code> <a href="https://a.example/?a=1&amp;b=2">с</a> &lt; &amp;',
        format: 'html',
      });
      const [markdown, html] = await stage.phone.messages(guest);
      expect(markdown?.text).toBe('ж к з м с < &');
      expect(markdown?.spans.map(({ type }) => type)).toEqual(['bold', 'italic', 'strikethrough', 'code', 'link']);
      expect(markdown?.spans.at(-1)?.url).toBe('https://a.example/?a=1&b=2');
      expect(html).toMatchObject({ text: markdown?.text, spans: markdown?.spans });
    });

    it('with bad markup is refused before anything is sent', async () => {
      const guest = await stage.phone.invent();
      const bad = { text: '<b>open', format: 'html' } as const;
      expect(stage.failureOf(await stage.messenger.send(guest.id, bad))).toEqual(saidNo('invalid_message'));
      expect(stage.failureOf(await stage.messenger.edit(guest.id, '1', bad))).toEqual(saidNo('invalid_message'));
      expect(await stage.phone.calls(stage.calls.send, guest)).toEqual([]);
    });

    it('carries three rows of three buttons, links and taps, in their places', async () => {
      const guest = await stage.phone.invent();
      const tap = `t:${'x'.repeat(62)}`;
      const rows = [0, 1, 2].map((row) =>
        [0, 1, 2].map((column) => ({
          text: `Да ${row}${column}`,
          ...(column === 2 ? { url: 'https://a.example/вход?x=1' } : { tap }),
        })),
      );
      const messageId = await stage.send(guest, plain('Войти?', { buttons: rows }));
      const [shown] = await stage.phone.messages(guest);
      expect(shown?.buttons.map(({ text, row }) => [text, row])).toEqual(
        rows.flatMap((row, index) => row.map(({ text }) => [text, index])),
      );
      expect(await stage.phone.tap(guest, messageId, 'Да 12')).toEqual({ url: 'https://a.example/вход?x=1' });
    });

    it('that the platform refuses is invalid', async () => {
      const guest = await stage.phone.invent();
      expect(stage.failureOf(await stage.messenger.send(guest.id, plain('x'.repeat(5000))))).toEqual(
        saidNo('invalid_message'),
      );
      const buttons = [[{ text: 'Open', url: 'ftp://a.example' }]];
      expect(stage.failureOf(await stage.messenger.send(guest.id, plain('x', { buttons })))).toEqual(
        saidNo('invalid_message'),
      );
    });

    it('can be edited, again and again, and loses its buttons where none are given', async () => {
      const guest = await stage.phone.invent();
      const messageId = await stage.send(guest, plain('Войти?', { buttons: [[{ text: 'Да', tap: 'yes' }]] }));
      const edited = {
        text: '**Готово** ✅',
        format: 'markdown',
        buttons: [[{ text: 'Сайт', url: 'https://a.example' }]],
      } as const;
      const change = { ...edited, buttons: edited.buttons.map((row) => [...row]) };
      expect(await stage.messenger.edit(guest.id, messageId, change)).toEqual({ ok: true, value: undefined });
      expect(await stage.messenger.edit(guest.id, messageId, change)).toEqual({ ok: true, value: undefined });
      expect(await stage.phone.messages(guest)).toMatchObject([
        { text: 'Готово ✅', edited: true, buttons: [{ text: 'Сайт' }] },
      ]);
      succeeded(await stage.messenger.edit(guest.id, messageId, plain('Всё')));
      expect(await stage.phone.messages(guest)).toMatchObject([{ text: 'Всё', buttons: [] }]);
    });

    it.each([
      ['photo', 'кот.png', 'image/png', 1],
      ['video', 'clip.mp4', 'video/mp4', 2],
      ['document', 'отчёт.pdf', 'application/pdf', 1],
    ] as const)('may bring a %s, with text and buttons', async (type, fileName, mimeType, size) => {
      const guest = await stage.phone.invent();
      const media = { type, fileName, mimeType, bytes: megabytes(size) };
      await stage.send(guest, {
        text: '*Смотри* 👀',
        format: 'markdown',
        media,
        buttons: [[{ text: 'Да', tap: 'yes' }]],
      });
      expect(await stage.phone.messages(guest)).toMatchObject([
        {
          text: 'Смотри 👀',
          buttons: [{ text: 'Да' }],
          media: [{ kind: type, name: fileName, size: size * 1024 * 1024 }],
        },
      ]);
    });

    it('may bring media alone', async () => {
      const guest = await stage.phone.invent();
      await stage.send(
        guest,
        plain('', { media: { type: 'photo', fileName: 'a.jpg', mimeType: 'image/jpeg', bytes: megabytes(1) } }),
      );
      expect(await stage.phone.messages(guest)).toMatchObject([{ text: '', media: [{ kind: 'photo' }] }]);
    });

    it('that brings the same file to many uploads it once, also when all are sent together', async () => {
      const guests = await Promise.all(Array.from({ length: 8 }, () => stage.phone.invent()));
      const file = () =>
        ({ type: 'document', fileName: 'отчёт.pdf', mimeType: 'application/pdf', bytes: megabytes(1) }) as const;
      const before = await stage.documentUploads();
      const media = file();
      await Promise.all(guests.map((guest, n) => stage.send(guest, plain(`№ ${n}`, { media }))));
      const [ann = await stage.phone.invent()] = guests;
      await stage.send(ann, plain('again', { media }));
      expect((await stage.documentUploads()) - before).toBe(1);
      for (const [n, guest] of guests.entries()) {
        const shown = await stage.phone.messages(guest);
        expect(shown).toHaveLength(n === 0 ? 2 : 1);
        expect(shown[0]).toMatchObject({ text: `№ ${n}`, media: [{ name: 'отчёт.pdf', size: 1024 * 1024 }] });
      }
      await stage.send(ann, plain('another object', { media: file() }));
      expect((await stage.documentUploads()) - before).toBe(2);
    });

    it('may bring a photo of 20 MB and a document of 50 MB', async () => {
      const guest = await stage.phone.invent();
      const photo = { type: 'photo', fileName: 'a.jpg', mimeType: 'image/jpeg', bytes: megabytes(20) } as const;
      const document = {
        type: 'document',
        fileName: 'a.zip',
        mimeType: 'application/zip',
        bytes: megabytes(50),
      } as const;
      await stage.send(guest, plain('20', { media: photo }));
      await stage.send(guest, plain('50', { media: document }));
      const sizes = (await stage.phone.messages(guest)).map(({ media }) => media[0]?.size);
      expect(sizes).toEqual([photo.bytes.length, document.bytes.length]);
    });
  });
}
