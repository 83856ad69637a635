import { Duplex } from 'node:stream';
import type { Server, Tunnel } from '../network/network-way.ts';

/**
 * A socket whose other end stands behind a tunnel: for drivers that make a socket first and connect it later. What
 * concerns the cable (delays, keep-alive, references) is the tunnel's own affair.
 */
export class TunnelSocket extends Duplex {
  readonly #tunnel: Tunnel;
  #channel: Duplex | undefined;
  /** Whether it is on its way to the server. */
  connecting = false;

  constructor(tunnel: Tunnel) {
    super({ allowHalfOpen: true });
    this.#tunnel = tunnel;
  }

  /** Connects to a server, told as `net.Socket.connect` is told; `connect` is emitted, or an `error` in words. */
  connect(target: number | Server, host = 'localhost'): this {
    this.connecting = true;
    const server = typeof target === 'object' ? target : { port: target, host };
    this.#tunnel.open(server).then(
      (channel) => this.#adopt(channel),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    this.#channel?.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#connected((channel) => channel.write(chunk, encoding, done));
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#connected((channel) => channel.end(() => done()));
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.connecting = false;
    this.#channel?.destroy();
    done(error);
  }

  #connected(step: (channel: Duplex) => void): void {
    if (this.#channel) step(this.#channel);
    else this.once('connect', () => this.#channel && step(this.#channel));
  }

  #adopt(channel: Duplex): void {
    if (this.destroyed) {
      channel.destroy();
      return;
    }
    this.#channel = channel;
    this.connecting = false;
    channel.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) channel.pause();
    });
    channel.on('end', () => this.push(null));
    channel.on('error', (error: Error) => this.destroy(error));
    channel.on('close', () => this.destroy());
    this.emit('connect');
  }
}
