import { connect as connectTcp, isIPv6, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Deadline } from './deadline.ts';
import { addressRefused, connectFailure, type Failed, tlsFailure } from './failure.ts';
import { parseAddress } from './public-address.ts';
import type { Target } from './target.ts';

/** An open socket, and who hears what comes. The bytes are the listener's only until it returns. */
export type OpenSocket = { socket: Socket; hear(listener: (bytes: Buffer) => void): void };

export type OpenedSocket = ({ ok: true } & OpenSocket) | Failed;

/**
 * All plain sockets read into this one buffer, in turn. By itself Node.js takes 64 KB for each read and a stream's
 * detour to the listener, which together cost as much as the read.
 */
const shared = Buffer.allocUnsafeSlow(64 * 1024);

const mostAttempts = 4;
const attemptMs = 1_000;

/** A connection to one of these addresses and to no other, with the TLS handshake done where the target asks for it. */
export function openSocket(
  target: Target,
  addresses: readonly string[],
  deadline: Deadline,
  authorities?: readonly string[],
): Promise<OpenedSocket> {
  if (deadline.isOver) return Promise.resolve(deadline.failure());
  deadline.stage = 'connecting';
  return new Promise((resolve) => {
    let hear: (bytes: Buffer) => void = () => tcp.destroy();
    const tcp = startTcp(target, addresses, (bytes) => hear(bytes));
    let socket: Socket = tcp;
    let isFinished = false;

    const finish = (result: OpenedSocket) => {
      if (isFinished) return;
      isFinished = true;
      deadline.onEnd = undefined;
      if (!result.ok) {
        socket.destroy();
        tcp.destroy();
      }
      resolve(result);
    };
    deadline.onEnd = () => finish(deadline.failure());

    // The listener stays: what happens to the socket later is told to its user by other events.
    tcp.on('error', (error) => {
      if (socket === tcp) finish(connectFailure(error));
    });
    tcp.once('connect', () => {
      // Reset in the same moment: there is no other end any more.
      if (tcp.remoteAddress === undefined) return finish(connectFailure({ code: 'ECONNRESET' }));
      // Before a byte is sent, so that nothing is learnt about an address that was not judged.
      if (!isAmong(tcp.remoteAddress, addresses)) return finish(addressRefused);
      if (!target.isTls) {
        return finish({
          ok: true,
          socket: tcp,
          hear(listener) {
            hear = listener;
          },
        });
      }
      deadline.stage = 'in the TLS handshake';
      const tls = connectTls({
        socket: tcp,
        host: target.name,
        servername: target.isLiteral ? '' : target.name,
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
        ...(authorities && { ca: [...authorities] }),
      });
      socket = tls;
      tls.on('error', (error) => finish(tlsFailure(error)));
      tls.once('secureConnect', () =>
        finish({ ok: true, socket: tls, hear: (listener) => void tls.on('data', listener) }),
      );
    });
  });
}

function startTcp(
  { port, name, isTls }: Target,
  addresses: readonly string[],
  onBytes: (bytes: Buffer) => void,
): Socket {
  const attempts = chooseAttempts(addresses).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const [only, ...more] = attempts;
  const to =
    only !== undefined && more.length === 0
      ? { host: only.address }
      : {
          host: name,
          autoSelectFamily: true,
          autoSelectFamilyAttemptTimeout: attemptMs,
          // Answers from what was judged: nothing asks the name server again.
          lookup: (_: string, __: unknown, answer: (error: null, found: typeof attempts) => void) =>
            answer(null, attempts),
        };
  const onread = {
    buffer: shared,
    callback(size: number) {
      onBytes(shared.subarray(0, size));
      return true;
    },
  };
  return connectTcp({ ...to, port, noDelay: true, keepAlive: true, ...(isTls ? {} : { onread }) });
}

/** In the resolver's order, but never of one family alone where there are two: IPv6 may lead nowhere. */
function chooseAttempts(addresses: readonly string[]): string[] {
  const six = addresses.filter((address) => isIPv6(address));
  const four = addresses.filter((address) => !isIPv6(address));
  if (six.length === 0 || four.length === 0) return addresses.slice(0, mostAttempts);
  const chosen = new Set([...six.slice(0, mostAttempts / 2), ...four.slice(0, mostAttempts / 2)]);
  return addresses.filter((address) => chosen.has(address));
}

export function isAmong(remote: string | undefined, addresses: readonly string[]): boolean {
  if (remote !== undefined && addresses.includes(remote)) return true;
  const text = parseAddress(remote ?? '')?.toNormalizedString();
  return text !== undefined && addresses.some((address) => parseAddress(address)?.toNormalizedString() === text);
}
