import { describe, expect, it } from 'vitest';
import { AnswerReader, type ReadAnswer } from './answer-reader.ts';

const MOST = 64;

/** What comes of these bytes, whole and cut at every place: always the same. */
function readCut(text: string, maxBytes = MOST): ReadAnswer | undefined {
  const bytes = Buffer.from(text, 'latin1');
  const whole = new AnswerReader(maxBytes).read(bytes);
  for (let cut = 1; cut < bytes.length; cut += 1) {
    const reader = new AnswerReader(maxBytes);
    // The buffer that is read into is used again: nothing of it may be kept.
    const shared = Buffer.from(bytes);
    const first = reader.read(shared.subarray(0, cut));
    shared.fill('?', 0, cut);
    const read = first ?? reader.read(shared.subarray(cut));
    if (first === undefined) expect(read, `cut at ${cut}`).toEqual(whole);
  }
  return whole;
}

const answered = (status: number, body: string) => ({
  ok: true,
  answer: expect.objectContaining({ status, body: Buffer.from(body), truncated: false }),
});
const refused = { ok: false, failure: { error: 'protocol_error', detail: 'the answer is not valid HTTP/1.1' } };

describe('an answer comes to its end', () => {
  it.each([
    ['with its length', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello', 200, 'hello'],
    ['with a length of none', 'HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n', 202, ''],
    ['without a reason', 'HTTP/1.1 200\r\ncontent-length: 1\r\n\r\n.', 200, '.'],
    ['without a body by its status', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
    ['not modified, whatever its length says', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 9\r\n\r\n', 304, ''],
    [
      'with the last chunk',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nA;x="y"\r\n0123456789\r\n0\r\n\r\n',
      200,
      'abc0123456789',
    ],
    [
      'after trailers',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, Chunked\r\n\r\n1\r\n!\r\n0\r\nx: y\r\nz: \r\n\r\n',
      200,
      '!',
    ],
    [
      'after interim ones',
      'HTTP/1.1 103 Early\r\nlink: <x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
      200,
      '',
    ],
  ])('%s', (_, text, status, body) => {
    expect(readCut(text)).toMatchObject(answered(status, body));
  });

  it('with its connection where nothing else tells it', () => {
    for (const headers of ['', 'transfer-encoding: gzip\r\n']) {
      const reader = new AnswerReader(MOST);
      expect(reader.end()).toBeUndefined();
      expect(reader.read(Buffer.from(`HTTP/1.1 200 OK\r\n${headers}\r\nhalf `))).toBeUndefined();
      expect(reader.read(Buffer.from('and half'))).toBeUndefined();
      expect(reader.end()).toMatchObject({ ...answered(200, 'half and half'), keepMs: 0 });
    }
    const cut = new AnswerReader(MOST);
    cut.read(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'));
    expect(cut.end()).toBeUndefined();
  });
});

it('headers are told in lower case, a repeated one as a list', () => {
  const read = readCut(
    'HTTP/1.1 200 OK\r\nX-A:  1 \r\nx-a: 2\r\nSet-Cookie: a\r\nset-cookie: b\r\n__proto__: x\r\ncontent-length: 0\r\n\r\n',
  );
  expect(read?.ok && { ...read.answer.headers }).toEqual({
    ...{ 'x-a': '1, 2', 'set-cookie': ['a', 'b'], 'content-length': '0' },
    ['__proto__']: 'x',
  });
});

it('a body of more than is read is cut there', () => {
  for (const text of [
    'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\n\r\nhello',
  ]) {
    const read = new AnswerReader(4).read(Buffer.from(text));
    expect(read).toMatchObject({ answer: { body: Buffer.from('hell'), truncated: true }, keepMs: 0 });
  }
});

describe('its connection', () => {
  const keepMsOf = (headers: string, version = '1.1', beyond = '') => {
    const read = new AnswerReader(MOST).read(
      Buffer.from(`HTTP/${version} 200 OK\r\n${headers}content-length: 0\r\n\r\n${beyond}`),
    );
    return read?.ok ? read.keepMs : undefined;
  };

  it('is kept for a while, or as long as the other side says, less a margin', () => {
    expect(keepMsOf('')).toBe(4_000);
    expect(keepMsOf('keep-alive: timeout=10, max=5\r\n')).toBe(8_000);
    expect(keepMsOf('keep-alive: timeout=600\r\n')).toBe(30_000);
    expect(keepMsOf('connection: Keep-Alive\r\n', '1.0')).toBe(4_000);
  });

  it('is not kept where it will be closed, or more came than was asked for', () => {
    expect(keepMsOf('Connection: Close\r\n')).toBe(0);
    expect(keepMsOf('keep-alive: timeout=1\r\n')).toBe(0);
    expect(keepMsOf('', '1.0')).toBe(0);
    expect(keepMsOf('', '1.1', 'HTTP/1.1 299 Forged\r\n\r\n')).toBe(0);
  });
});

describe('what could be read in two ways is refused:', () => {
  const chunked = (text: string) => `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${text}`;
  it.each([
    ['another version', 'HTTP/2 200 OK\r\n\r\n'],
    ['a folded line', 'HTTP/1.1 200 OK\r\nx: a\r\n b\r\n\r\n'],
    ['a space before the colon', 'HTTP/1.1 200 OK\r\ncontent-length : 1\r\n\r\n.'],
    ['a line without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
    ['a control character', 'HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n'],
    ['lines that end without a carriage return', 'HTTP/1.1 200 OK\ncontent-length: 0\n\n'],
    ['a length twice', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 1\r\n\r\n.'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\ncontent-length: +1\r\n\r\n.'],
    ['a length beside chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a chunk without a size', chunked('\r\nabc')],
    ['a size out of all proportion', chunked('fffffffffffff\r\nabc')],
    ['a chunk longer than its size', chunked('1\r\nab\r\n0\r\n\r\n')],
    ['a size line that ends without a carriage return', chunked('1\na')],
  ])('%s', (_, text) => {
    expect(readCut(text)).toEqual(refused);
  });
});
