// The one connection to the studio: questions and their answers, and news.

import type { Asks, Status, Welcome } from "./wire";

export type Connection =
  | { state: "connecting" }
  | { state: "open" }
  /** The studio closed the connection, and said why. */
  | { state: "refused"; reason: string }
  | { state: "lost" };

/** A question that the studio answered with a refusal, in words for the user. */
export class Refused extends Error {}

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

export class Socket {
  private readonly socket: WebSocket;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;

  constructor(
    token: string,
    on: { connection: (now: Connection) => void; welcome: (welcome: Welcome) => void; status: (status: Status) => void },
  ) {
    on.connection({ state: "connecting" });
    this.socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket.addEventListener("open", () => this.socket.send(JSON.stringify({ token })));
    this.socket.addEventListener("close", (event) => {
      const refused = event.code === 1008 || event.code === 1007;
      on.connection(refused ? { state: "refused", reason: event.reason } : { state: "lost" });
      for (const waiting of this.waiting.values()) waiting.reject(new Refused("the studio is gone"));
      this.waiting.clear();
    });
    this.socket.addEventListener("message", (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data);
      if ("title" in message) {
        on.welcome(message);
        on.connection({ state: "open" });
      } else if ("status" in message) {
        on.status(message.status);
      } else {
        const waiting = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        if (message.error) waiting?.reject(new Refused(message.error.message));
        else waiting?.resolve((message.ok ?? null) as never);
      }
    });
  }

  ask<K extends keyof Asks>(kind: K, ask: Asks[K]["ask"]): Promise<Asks[K]["answer"]> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(new Refused("the studio is gone"));
        return;
      }
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, ask: kind, ...ask }));
    });
  }
}
