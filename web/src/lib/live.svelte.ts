/** One battle, live: a WebSocket that comes back by itself, and decisions that are safe to send twice. */

import { broken } from './api';
import type { Account, Action, Fault, FromPage, FromServer, Hinted, Nearest, Reached, Reckoned, Ruled, Ruling, Shown } from './wire.gen';

export type ActionOf<K extends Action['do']> = Extract<Action, { do: K }>;

type Waiting = { resolve: (value: any) => void; reject: (fault: Fault) => void; text: string };

const GONE = broken('The connection was lost; it comes back by itself.');

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

export class Live {
  shown = $state.raw<Shown | null>(null);
  account = $state.raw<Account[]>([]);
  connected = $state(false);
  /** Set when the seat opens nothing: there is no point in coming back. */
  closed = $state<string | null>(null);

  #socket: WebSocket | null = null;
  #keys = new Map<string, Waiting>();
  #ids = new Map<number, Waiting>();
  #next = 1;
  #wait = 300;
  #stopped = false;

  constructor(readonly seat: string) {
    this.#open();
  }

  #open(): void {
    if (this.#stopped) return;
    const address = new URL('/live', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => socket.send(this.seat);
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as FromServer);
    socket.onclose = (event) => {
      this.connected = false;
      for (const waiting of this.#ids.values()) waiting.reject(GONE);
      this.#ids.clear();
      if (event.code === 4404) {
        this.closed ??= 'This link is not valid. Ask the person who sent it for a new one.';
        return;
      }
      setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, 5000);
    };
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case 'shown':
        if (!this.connected) {
          this.connected = true;
          this.#wait = 300;
          this.account = [];
          for (const waiting of this.#keys.values()) this.#socket?.send(waiting.text);
        }
        this.shown = message.shown;
        this.account = merged(this.account, message.account);
        return;
      case 'done':
        this.#keys.get(message.key)?.resolve(message.number);
        this.#keys.delete(message.key);
        return;
      case 'suggested':
        this.#ids.get(message.id)?.resolve(message.actions);
        this.#ids.delete(message.id);
        return;
      case 'ruled':
      case 'hinted':
      case 'reckoned':
      case 'reached':
        this.#ids.get(message.id)?.resolve(message);
        this.#ids.delete(message.id);
        return;
      case 'fault': {
        const waiting = message.key !== null ? this.#keys.get(message.key) : this.#ids.get(message.id ?? -1);
        if (message.key !== null) this.#keys.delete(message.key);
        else this.#ids.delete(message.id ?? -1);
        if (waiting) waiting.reject(message);
        else if (message.kind === 'not_found') this.closed = message.says;
      }
    }
  }

  /** Decide; resolves when the decision is kept, rejects with the fault. */
  act(action: Action, dice: number[] = []): Promise<number> {
    const key = newKey();
    return this.#keyed(key, { type: 'act', key, number: this.shown?.number ?? 0, action, dice });
  }

  undo(): Promise<number> {
    const key = newKey();
    return this.#keyed(key, { type: 'undo', key, number: this.shown?.number ?? 0 });
  }

  /** Ask the other side to take back one's own last decision, and all later ones. */
  askBack(): Promise<number> {
    const key = newKey();
    return this.#keyed(key, { type: 'ask_back', key, number: this.shown?.number ?? 0 });
  }

  /** Agree to what the other side asks to take back, or decline it. */
  answerBack(agrees: boolean): Promise<number> {
    const key = newKey();
    return this.#keyed(key, { type: 'answer_back', key, number: this.shown?.number ?? 0, agrees });
  }

  async check(action: Action): Promise<Ruling> {
    return (await this.#numbered<Ruled>((id) => ({ type: 'check', id, action }))).ruling;
  }

  /** A legal decision near a refused one, or the first legal one of `also`; null if there is none. */
  async nearest(action: Action, also: Action[]): Promise<Nearest | null> {
    return (await this.#numbered<Ruled>((id) => ({ type: 'check', id, action, nearest: true, also }))).nearest;
  }

  /** The ruling on a decision, and beside a refusal a legal one near it or the first legal one of `also`. */
  judged(action: Action, also: Action[]): Promise<Ruled> {
    return this.#numbered<Ruled>((id) => ({ type: 'check', id, action, nearest: true, also }));
  }

  async ask(question: string, args: Record<string, unknown>): Promise<Ruling> {
    return (await this.#numbered<Ruled>((id) => ({ type: 'ask', id, question, arguments: args }))).ruling;
  }

  suggest(most = 20): Promise<Action[]> {
    return this.#numbered((id) => ({ type: 'suggest', id, most }));
  }

  /** Some legal decisions of one kind. */
  suggestOf<K extends Action['do']>(kind: K, most = 20): Promise<ActionOf<K>[]> {
    return this.#numbered((id) => ({ type: 'suggest', id, most, kind }));
  }

  /** What the computer would do here; with `plan` also for the rest of the bound. */
  hint(plan = false): Promise<Hinted> {
    return this.#numbered((id) => ({ type: 'hint', id, plan }));
  }

  /** What may come of the shots or combats as things stand. */
  reckon(quick: boolean): Promise<Reckoned> {
    return this.#numbered((id) => ({ type: 'reckon', id, quick }));
  }

  /** Where some bases may get to with one move. */
  reach(bases: string[]): Promise<Reached> {
    return this.#numbered((id) => ({ type: 'reach', id, bases }));
  }

  #keyed(key: string, message: FromPage): Promise<number> {
    return new Promise((resolve, reject) => {
      const text = JSON.stringify(message);
      this.#keys.set(key, { resolve, reject, text });
      if (this.connected) this.#socket?.send(text);
    });
  }

  #numbered<T>(make: (id: number) => FromPage): Promise<T> {
    return new Promise((resolve, reject) => {
      if (!this.connected) {
        reject(GONE);
        return;
      }
      const id = this.#next++;
      const text = JSON.stringify(make(id));
      this.#ids.set(id, { resolve, reject, text });
      this.#socket?.send(text);
    });
  }

  close(): void {
    this.#stopped = true;
    this.#socket?.close();
  }
}

function merged(old: Account[], news: Account[]): Account[] {
  const last = old.at(-1)?.number ?? -1;
  return [...old, ...news.filter((item) => item.number > last)];
}
